package dev.gatehouse.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.transport.NameLookup;
import dev.gatehouse.transport.Origin;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An origin that leads back to ourselves is reported, once the first request has told where we listen. */
class LoopCheckTest {

    private static final byte[] ELSEWHERE = {(byte) 203, 0, 113, 1};
    private static final byte[] HERE = {127, 0, 0, 1};

    private static final NameLookup NAMES = name -> switch (name) {
        case "self.example" -> addresses(ELSEWHERE, HERE);
        case "other.example" -> addresses(ELSEWHERE);
        default -> throw new UnknownHostException(name);
    };

    private static InetAddress[] addresses(byte[]... bytes) throws UnknownHostException {
        InetAddress[] addresses = new InetAddress[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            addresses[i] = InetAddress.getByAddress(bytes[i]);
        }
        return addresses;
    }

    private final List<String> warnings = new ArrayList<>();

    private LoopCheck check(Origin... origins) {
        return new LoopCheck(NAMES, Runnable::run, () -> List.of(origins), warnings::add);
    }

    private static Origin origin(String host, int port) {
        return Origin.of("https", host, port, false);
    }

    @Test
    void anOriginAtOurOwnPortAndAddressIsReportedOnce() {
        LoopCheck check = check(origin("self.example", 8443));
        check.arrived(() -> 8443);
        check.arrived(() -> 8443);
        assertThat(warnings).containsExactly("origin https://self.example:8443 leads back to port 8443 of this server");
    }

    @Test
    void theNameThatIsDialledCounts() {
        check(origin("other.example", 443).reachedAt("self.example")).arrived(() -> 443);
        check(origin("self.example", 443).reachedAt("other.example")).arrived(() -> 443);
        assertThat(warnings).hasSize(1).first().asString().contains("other.example");
    }

    @Test
    void anotherPortAnotherServerAndAnUnknownNameAreNoLoops() {
        LoopCheck check =
                check(origin("self.example", 8444), origin("other.example", 8443), origin("unknown.example", 8443));
        check.arrived(() -> 8443);
        assertThat(warnings).isEmpty();
    }

    @Test
    void everyPortIsComparedAndAfterAHundredRequestsNobodyAsksAnyMore() {
        LoopCheck check = check(origin("self.example", 1), origin("self.example", 2));
        check.arrived(() -> 1);
        check.arrived(() -> 2);
        assertThat(warnings).hasSize(2);
        AtomicInteger asked = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            check.arrived(() -> 3 + asked.getAndIncrement());
        }
        assertThat(asked).hasValue(98);
    }
}
