package dev.gatehouse.guard.geo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.MmdbWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Countries of addresses, from a file. */
class CountriesTest {

    private Path file = Path.of("country.mmdb");
    private Countries countries = new Countries(file);
    private int writes;

    @BeforeEach
    void namesAFile(@TempDir Path folder) {
        file = folder.resolve("country.mmdb");
        countries = new Countries(file);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.0, DE",
        "192.0.2.255, DE",
        "192.0.3.0, ",
        "192.0.1.255, ",
        "::ffff:192.0.2.7, DE",
        "2001:db8:1::, FR",
        "2001:db8:1:ffff:ffff:ffff:ffff:ffff, FR",
        "2001:db8:2::, "
    })
    void anAddressIsInTheCountryOfItsNetwork(String address, @Nullable String country) throws IOException {
        write(new MmdbWriter(6).country("192.0.2.0/24", "DE").country("2001:db8:1::/48", "FR"));
        countries.look();

        assertThat(at(address)).isEqualTo(country);
    }

    @Test
    void aFileOfVersion4KnowsNothingOfVersion6() throws IOException {
        write(new MmdbWriter(4).country("192.0.2.0/24", "DE"));
        countries.look();

        assertThat(at("192.0.2.1")).isEqualTo("DE");
        assertThat(at("2001:db8::1")).isNull();
    }

    @Test
    void whereAnAddressIsUsedCountsBeforeWhereItsNetworkIsRegistered() throws IOException {
        Map<String, Object> registered = Map.of("iso_code", "US");
        write(new MmdbWriter(4)
                .add("192.0.2.0/25", Map.of("country", Map.of("iso_code", "DE"), "registered_country", registered))
                .add("192.0.2.128/25", Map.of("registered_country", registered))
                .add("198.51.100.0/24", Map.of("continent", Map.of("code", "EU"))));
        countries.look();

        assertThat(at("192.0.2.1")).isEqualTo("DE");
        assertThat(at("192.0.2.129")).isEqualTo("US");
        assertThat(at("198.51.100.1")).isNull();
    }

    @Test
    void filesThatHaveJustACodeAreReadToo() throws IOException {
        write(new MmdbWriter(4)
                .add("192.0.2.0/25", Map.of("country_code", "de"))
                .add("192.0.2.128/25", Map.of("country", "FR")));
        countries.look();

        assertThat(at("192.0.2.1")).isEqualTo("DE");
        assertThat(at("192.0.2.129")).isEqualTo("FR");
    }

    @Test
    void withoutAFileAndWithoutAnAddressEveryCountryIsUnknown() throws IOException {
        Countries none = new Countries(null);
        none.look();
        assertThat(none.of(IpAddress.parse("192.0.2.1"))).isNull();

        countries.look();
        assertThat(at("192.0.2.1")).as("a file that is not there").isNull();

        write(new MmdbWriter(4).country("192.0.2.0/24", "DE"));
        countries.look();
        assertThat(at("192.0.2.1")).as("now it is").isEqualTo("DE");
        assertThat(countries.of(null)).isNull();
    }

    @Test
    void aChangedFileCountsFromTheNextLook() throws IOException {
        write(new MmdbWriter(4).country("192.0.2.0/24", "DE"));
        countries.look();
        write(new MmdbWriter(4).country("192.0.2.0/24", "FR"));
        assertThat(at("192.0.2.1")).isEqualTo("DE");

        countries.look();
        assertThat(at("192.0.2.1")).isEqualTo("FR");
    }

    @Test
    void aFileThatHasNotChangedIsNotReadAgain() throws IOException {
        write(new MmdbWriter(4).country("192.0.2.0/24", "DE"));
        countries.look();
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, new MmdbWriter(4).country("192.0.2.0/24", "FR").bytes());
        Files.setLastModifiedTime(file, time); // the same size and time: to all appearance the same file
        countries.look();

        assertThat(at("192.0.2.1")).isEqualTo("DE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "half", "text", "no countries", "damaged data", "gone"})
    void aBrokenFileLeavesTheOneBefore(String fault) throws IOException {
        byte[] good = new MmdbWriter(4).country("192.0.2.0/24", "DE").bytes();
        write(good);
        countries.look();
        switch (fault) {
            case "empty" -> write(new byte[0]);
            case "half" -> write(Arrays.copyOf(good, good.length / 2));
            case "text" -> write("<html>Please sign in</html>".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            case "no countries" -> write(new MmdbWriter(4).add("192.0.2.0/24", Map.of("organization", "ACME")));
            case "damaged data" -> write(damaged(good));
            default -> Files.delete(file);
        }
        countries.look();
        assertThat(at("192.0.2.1")).isEqualTo("DE");

        write(new MmdbWriter(4).country("192.0.2.0/24", "FR"));
        countries.look();
        assertThat(at("192.0.2.1")).as("repaired").isEqualTo("FR");
    }

    @ParameterizedTest
    @CsvSource({
        "DE, DE",
        "de, DE",
        "XX, ",
        "xx, ",
        "T1, ",
        "D, ",
        "DEU, ",
        "'', ",
        "'DE, FR', ",
        "\u00c4\u00d6, ",
        "' DE', "
    })
    void aCodeIsTwoLettersThatStandForACountry(String text, @Nullable String code) {
        assertThat(Countries.code(text)).isEqualTo(code);
    }

    @Test
    void noTextIsNoCountry() {
        assertThat(Countries.code(null)).isNull();
    }

    /** The same file with every byte of its data section turned into a pointer to nowhere. */
    private static byte[] damaged(byte[] good) {
        byte[] bytes = good.clone();
        int marker = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("MaxMind.com") - 3;
        int data = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("country") - 2;
        Arrays.fill(bytes, data, marker, (byte) 0x3f);
        return bytes;
    }

    private @Nullable String at(String address) {
        return countries.of(Objects.requireNonNull(IpAddress.parse(address)));
    }

    private void write(MmdbWriter content) throws IOException {
        write(content.bytes());
    }

    /** Each write is a minute after the one before, however fast the test is. */
    private void write(byte[] content) throws IOException {
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(60L * ++writes)));
    }
}
