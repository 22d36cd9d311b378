package dev.gatehouse.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the address of a Redis is written. */
class RedisAddressTest {

    @ParameterizedTest
    @CsvSource({
        "redis://cache.test, false, cache.test, 6379, , , 0",
        "redis://cache.test/, false, cache.test, 6379, , , 0",
        "rediss://cache.test:6380/15, true, cache.test, 6380, , , 15",
        "redis://:pw@my_redis:1, false, my_redis, 1, , pw, 0",
        "redis://me:pw@10.0.0.7:65535/1, false, 10.0.0.7, 65535, me, pw, 1",
        "redis://me:p%40s%2Fs+%25@[::1]:6379/0, false, [::1], 6379, me, p@s/s+%, 0",
        "redis://me:p@s:s@h, false, h, 6379, me, p@s:s, 0",
        "' redis://h ', false, h, 6379, , , 0"
    })
    void anAddressHasAHostAndMaybeMore(
            String url, boolean tls, String host, int port, String user, String password, int database) {
        RedisAddress address = Objects.requireNonNull(RedisAddress.parse(url));

        assertThat(address.tls()).isEqualTo(tls);
        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.user()).isEqualTo(user);
        assertThat(address.password()).isEqualTo(password);
        assertThat(address.database()).isEqualTo(database);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cache.test",
                "http://cache.test",
                "redis://",
                "redis://h:0",
                "redis://h:65536",
                "redis://h:x",
                "redis://h/zero",
                "redis://h/1/2",
                "redis://password@h",
                "redis://me:p%zz@h",
                "redis://h?timeout=1"
            })
    void anythingElseIsNone(String url) {
        assertThat(RedisAddress.parse(url)).isNull();
    }

    @Test
    void anAddressNeverShowsItself() {
        assertThat(Objects.requireNonNull(RedisAddress.parse("redis://me:hunter2@cache.test"))
                        .toString())
                .doesNotContain("hunter2", "me:", "cache");
    }
}
