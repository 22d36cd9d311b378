package dev.gatehouse.upstream.health;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * One connection to the Redis in which the health document is: the text {@link HealthText} describes, under one key. Every
 * change is one script, so that no node undoes what another has written meanwhile. A document that nobody has touched for a
 * day is forgotten.
 *
 * <p>All throw {@link redis.clients.jedis.exceptions.JedisException} where Redis does not answer as it should; the
 * connection is of no use then.
 *
 * <p>Threads: confined to one.
 */
final class RedisHealthLine {

    /** The document as it is: nothing where it is none, and a text of any other make counts as none. */
    private static final String READ = "local t=redis.call('GET',KEYS[1]) local ok,d=pcall(cjson.decode,t or '') "
            + "if not ok or type(d)~='table' then d={} end "
            + "if type(d.services)~='table' then d.services={} end ";

    private static final String WRITE =
            "t=cjson.encode(d) redis.call('SET',KEYS[1],t,'EX'," + 24 * 60 * 60 + ") return t";

    private static final byte[] PATCH = bytes(READ
            + "local changed=false for s,flags in pairs(cjson.decode(ARGV[1])) do "
            + "if type(d.services[s])~='table' then d.services[s]={} end local have=d.services[s] "
            + "for o,f in pairs(flags) do if have[o]==nil or ARGV[2]=='all' and have[o]~=f then "
            + "have[o]=f changed=true end end end "
            + "if not changed then return t end "
            + WRITE);

    private static final byte[] REPLACE = bytes(READ
            + "local round=cjson.decode(ARGV[1]) for s in pairs(cjson.decode(ARGV[2])) do "
            + "if type(d.services[s])=='table' then round[s]=d.services[s] end end "
            + "d={checkedAt=ARGV[3],services=round} "
            + WRITE);

    private static final byte[] ONE_KEY = bytes("1");

    private final Connection connection;
    private final String key;

    RedisHealthLine(Connection connection, String key) {
        this.connection = connection;
        this.key = key;
    }

    /** Makes sure, with a key of its own, that Redis can be written to: a replica can be read and is of no use. */
    void probe() {
        connection.sendCommand(Command.SET, key + ":probe", "1", "EX", "60");
        Object unused = connection.getOne();
    }

    /** The document; null where there is none. */
    @Nullable
    HealthDocument read() {
        connection.sendCommand(Command.GET, key);
        return document(connection.getOne());
    }

    /** Changes some flags, where they differ, and gives the document that comes of it. */
    HealthDocument patch(Map<String, Map<String, Boolean>> flags) {
        return patch(flags, "all");
    }

    /** Adds flags that are missing, changes none, and gives the document that comes of it. */
    HealthDocument fill(Map<String, Map<String, Boolean>> flags) {
        return patch(flags, "missing");
    }

    private HealthDocument patch(Map<String, Map<String, Boolean>> flags, String which) {
        connection.sendCommand(Command.EVAL, PATCH, ONE_KEY, bytes(key), bytes(HealthText.write(flags)), bytes(which));
        return Objects.requireNonNullElse(document(connection.getOne()), HealthDocument.EMPTY);
    }

    /** Writes what a round found, keeps what is there of {@code kept}, and gives the document that comes of it. */
    HealthDocument replace(HealthDocument round, Set<String> kept) {
        Map<String, Boolean> names = new LinkedHashMap<>();
        kept.forEach(name -> names.put(name, true));
        connection.sendCommand(
                Command.EVAL,
                REPLACE,
                ONE_KEY,
                bytes(key),
                bytes(HealthText.write(round.services())),
                bytes(HealthText.write(names)),
                bytes(HealthText.time(Objects.requireNonNullElse(round.checkedAt(), Instant.EPOCH))));
        return Objects.requireNonNullElse(document(connection.getOne()), HealthDocument.EMPTY);
    }

    private static @Nullable HealthDocument document(@Nullable Object reply) {
        return reply instanceof byte[] text ? HealthText.read(new String(text, StandardCharsets.UTF_8)) : null;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
