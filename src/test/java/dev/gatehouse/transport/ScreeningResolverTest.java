package dev.gatehouse.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Names that lead to private addresses are refused when the connection is made, not when the table was read. */
class ScreeningResolverTest {

    private static final HttpClient CLIENT = new HttpClient();

    private final List<String> asked = new ArrayList<>();

    @BeforeAll
    static void startClient() throws Exception {
        CLIENT.start();
    }

    @AfterAll
    static void stopClient() throws Exception {
        CLIENT.stop();
    }

    @Test
    void thePublicAddressesOfANameAreTheOnesDialled() {
        assertThat(resolved(screened(), "8.8.8.8", "1.1.1.1"))
                .extracting(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
                .containsExactly("8.8.8.8:443", "1.1.1.1:443");
        assertThat(asked).as("once: a name cannot change its mind in between").containsExactly("up.test");
    }

    @Test
    void theNameStaysWithItsAddressesForTls() {
        assertThat(resolved(screened(), "8.8.8.8"))
                .extracting(InetSocketAddress::getHostString)
                .containsExactly("up.test");
    }

    @Test
    void onePrivateAddressAmongPublicOnesRefusesTheName() {
        for (String bad :
                List.of("127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "fd00::1", "::ffff:127.0.0.1")) {
            assertRefused("8.8.8.8", bad);
            assertRefused(bad, "8.8.8.8");
        }
    }

    private void assertRefused(String... addresses) {
        assertThatThrownBy(() -> resolved(screened(), addresses))
                .as(List.of(addresses).toString())
                .cause()
                .isInstanceOfSatisfying(
                        TransportFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(TransportFailure.Kind.FORBIDDEN_ADDRESS));
    }

    @Test
    void anOriginThatMayBePrivateIsNotScreened() {
        Origin origin = Origin.of("https", "up.test", 443, false);
        assertThat(resolved(origin, "127.0.0.1", "8.8.8.8")).hasSize(2);
    }

    @Test
    void aServiceOfTheOperatorsOwnMayBePrivateButNeitherLinkLocalNorMetadata() {
        Origin service = Origin.at(URI.create("https://up.test/keys"), Screen.LINK_LOCAL);
        assertThat(resolved(service, "127.0.0.1", "10.0.0.1", "fd00::1", "8.8.8.8"))
                .hasSize(4);
        for (String bad : List.of("169.254.169.254", "169.254.0.1", "fe80::1", "::ffff:169.254.169.254")) {
            assertThatThrownBy(() -> resolved(service, "8.8.8.8", bad))
                    .as(bad)
                    .cause()
                    .isInstanceOf(TransportFailure.class);
        }
    }

    @Test
    void whatIsNoOriginOfOursIsScreened() {
        assertThatThrownBy(() -> resolve(Map.of(), "127.0.0.1").join()).cause().isInstanceOf(TransportFailure.class);
    }

    @Test
    void aNameWithoutAddressesIsUnknown() {
        assertThatThrownBy(() -> resolved(screened()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(UnknownHostException.class);
    }

    @Test
    void theAddressesOfAnotherNameAreScreenedToo() {
        Origin origin = screened().reachedAt("inside.test");
        assertThatThrownBy(() -> resolved(origin, "10.0.0.1")).cause().isInstanceOf(TransportFailure.class);
        assertThat(asked).containsExactly("inside.test");
        assertThat(resolved(origin, "8.8.8.8"))
                .extracting(InetSocketAddress::getHostString)
                .as("TLS asks for the origin's own name")
                .containsExactly("up.test");
    }

    private static Origin screened() {
        return Origin.of("https", "up.test", 443, true);
    }

    private List<InetSocketAddress> resolved(Origin origin, String... addresses) {
        Destination destination =
                CLIENT.resolveDestination(new org.eclipse.jetty.client.Origin("https", "up.test", 443, origin));
        return resolve(Map.of(Destination.CONTEXT_KEY, destination), addresses).join();
    }

    private CompletableFuture<List<InetSocketAddress>> resolve(Map<String, Object> context, String... addresses) {
        ScreeningResolver resolver = new ScreeningResolver(host -> lookUp(host, addresses), Runnable::run);
        CompletableFuture<List<InetSocketAddress>> result = new CompletableFuture<>();
        resolver.resolve("up.test", 443, context, Promise.from(result::complete, result::completeExceptionally));
        return result;
    }

    private InetAddress[] lookUp(String host, String... addresses) throws UnknownHostException {
        asked.add(host);
        InetAddress[] found = new InetAddress[addresses.length];
        for (int i = 0; i < addresses.length; i++) {
            found[i] = InetAddress.getByAddress(
                    host, InetAddress.getByName(addresses[i]).getAddress());
        }
        return found;
    }
}
