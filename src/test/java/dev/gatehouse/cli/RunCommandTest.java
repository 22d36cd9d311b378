package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.config.source.SettingLookup;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatehouse run} and {@code gatehouse demo}, with real sockets. */
class RunCommandTest {

    private static final Pattern READY = Pattern.compile("gatehouse ready on (http://127\\.0\\.0\\.1:\\d+/\\S*)\\R");
    private static final String TABLE = """
            {"routes": [{"match": {"path": "/"}, "respond": {"status": 200, "contentType": "text/plain", "body": "here"}}]}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Shell shell = new Shell();
    private CompletableFuture<Integer> code = new CompletableFuture<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void exit() {
        shell.exit();
    }

    @Test
    void aFreePortIsPickedAndPrintedOnceItAnswers() throws Exception {
        start("run", "--config", Shell.file(folder, "routes.json", TABLE), "--port", "0");

        HttpResponse<String> response = get(url());

        assertThat(response.body()).isEqualTo("here");
        assertThat(shell.out().lines()).hasSize(1);

        shell.exit();
        assertThat(code.get(20, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void aClientMaySpeakHttp2InClearText() throws Exception {
        start("run", "--config", Shell.file(folder, "routes.json", TABLE), "--port", "0");

        HttpRequest request = HttpRequest.newBuilder(URI.create(url()))
                .version(HttpClient.Version.HTTP_2)
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.body()).isEqualTo("here");
        assertThat(response.headers().firstValue("content-type")).contains("text/plain");
    }

    @Test
    void aContextPathIsPartOfTheUrl() throws Exception {
        start("run", "--config", Shell.file(folder, "routes.json", TABLE), "--port", "0", "--context", "shop");

        assertThat(url()).endsWith("/shop/");
        assertThat(get(url()).statusCode()).isEqualTo(200);
        assertThat(get(url().replace("/shop/", "/shop")).statusCode())
                .as("the mount itself")
                .isEqualTo(200);
        assertThat(get(url().replace("/shop/", "/other")).statusCode()).isEqualTo(404);
    }

    @Test
    void aFileWithASpaceInItsNameIsServed() throws Exception {
        start("run", "--config", Shell.file(folder, "my routes.json", TABLE), "--port", "0");

        assertThat(get(url()).body()).isEqualTo("here");
    }

    @Test
    void theTableBesideTheWarIsServedWhereNoSettingNamesAnother() throws Exception {
        Path war = Files.createFile(folder.resolve("gatehouse.war"));
        assertThat(RunCommand.defaultTable(set(Map.of()), war))
                .as("none is there")
                .isNull();

        Path table = Files.createDirectory(folder.resolve("conf")).resolve("routes.json");
        Files.writeString(table, TABLE);

        assertThat(RunCommand.defaultTable(set(Map.of()), war)).isEqualTo(table.toString());
        assertThat(RunCommand.defaultTable(set(Map.of("gatehouse.profile", "jouska")), war))
                .isEqualTo(table.toString());
        assertThat(RunCommand.defaultTable(set(Map.of("gatehouse.config", "other.json")), war))
                .isNull();
        assertThat(RunCommand.defaultTable(set(Map.of()), folder.resolve("classes")))
                .isNull();
    }

    @Test
    void theTableBesideTheWarIsLeftAloneWhereAProfileMakesOne() throws Exception {
        Path war = Files.createFile(folder.resolve("gatehouse.war"));
        Files.writeString(Files.createDirectory(folder.resolve("conf")).resolve("routes.json"), TABLE);

        for (String profile : List.of("messageweave", "apex", "kisum")) {
            assertThat(RunCommand.defaultTable(set(Map.of("gatehouse.profile", profile)), war))
                    .isNull();
        }
    }

    private static SettingLookup set(Map<String, String> properties) {
        return new SettingLookup(List.of(), properties::get, name -> null, name -> null);
    }

    @Test
    void aBrokenTableEndsWithOneAndEveryFault() throws Exception {
        String file = Shell.file(folder, "routes.json", "{\"routes\": [{\"match\": {}, \"upstream\": \"10.0.0.1\"}]}");

        assertThat(shell.run("run", "--config", file, "--port", "0")).isEqualTo(1);
        assertThat(shell.errors())
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).startsWith(file + ": routes[0]").doesNotContain("Exception"));
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void aTableThatIsNotThereEndsWithOne() {
        String file = folder.resolve("routes.json").toString();

        assertThat(shell.run("run", "--config", file, "--port", "0")).isEqualTo(1);
        assertThat(shell.errors()).containsExactly(file + ": no such file");
    }

    @Test
    void aPortThatIsTakenEndsWithOne() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(shell.run("run", "--config", Shell.file(folder, "routes.json", TABLE), "--port", port))
                    .isEqualTo(1);
            assertThat(shell.errors()).singleElement().asString().startsWith("127.0.0.1:" + port);
        }
    }

    @Test
    void theDemoShowsEachOfItsRoutes() throws Exception {
        start("demo", "--port", "0");
        String url = url();

        assertThat(get(url).body()).contains("Gatehouse");
        assertThat(get(url + "shop/").body()).contains("Three Lamps", "/store/");
        assertThat(get(url + "shop/porch.svg").headers().firstValue("content-type"))
                .contains("image/svg+xml");
        assertThat(get(url + "headers").body()).contains("written by the route").doesNotContain("Java-http-client");
        assertThat(get(url + "greeting?lang=de").body()).contains("Guten Tag");
        assertThat(get(url + "greeting").body()).contains("Good day");
        assertThat(get(url + "old-shop").headers().firstValue("location")).contains(path(url) + "shop/");
        assertThat(get(url + "closed").statusCode()).isEqualTo(503);
        assertThat(get(url + "flaky").body()).contains("Attempt 2 answered");
        assertThat(get(url + "broken").body()).contains("We cannot reach this service");
        assertThat(get(url + "routes.json").body()).contains("\"id\": \"flaky\"");
    }

    @Test
    void theDemoMapsLinksRedirectsAndCookiesBack() throws Exception {
        start("demo", "--port", "0", "--context", "/try");
        String url = url();

        String shelf = get(url + "shop/").body();
        assertThat(shelf)
                .contains("href=\"/try/shop/lamp?name=porch\"", url + "shop/porch.svg", "not the shop's")
                .doesNotContain("\"/store/");
        assertThat(get(url + "shop/lamp?name=porch").body()).contains("action=\"/try/shop/order\"");

        HttpResponse<String> order = post(url + "shop/order", "name=porch");
        assertThat(order.statusCode()).isEqualTo(303);
        assertThat(order.headers().firstValue("location").orElse("")).endsWith("/try/shop/thanks?name=porch");

        HttpResponse<String> signIn = post(url + "shop/sign-in", "name=Ada+%3CL%3E");
        String cookie = signIn.headers().firstValue("set-cookie").orElse("");
        assertThat(cookie).contains("Path=/try/shop");
        HttpRequest withCookie = HttpRequest.newBuilder(URI.create(url + "shop/"))
                .header("cookie", cookie.substring(0, cookie.indexOf(';')))
                .build();
        assertThat(http.send(withCookie, HttpResponse.BodyHandlers.ofString()).body())
                .contains("Signed in as Ada &lt;L&gt;.");
    }

    private void start(String... args) {
        code = CompletableFuture.supplyAsync(() -> shell.run(args));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> READY.matcher(shell.out()).find() || code.isDone());
    }

    private String url() {
        Matcher ready = READY.matcher(shell.out());
        assertThat(ready.matches()).as(shell.out() + shell.errors()).isTrue();
        return ready.group(1);
    }

    private static String path(String url) {
        return URI.create(url).getPath();
    }

    private HttpResponse<String> get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String url, String form) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
