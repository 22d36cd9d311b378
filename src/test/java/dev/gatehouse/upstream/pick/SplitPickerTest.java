package dev.gatehouse.upstream.pick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.config.model.HashBy;
import dev.gatehouse.config.model.HashType;
import dev.gatehouse.config.model.SplitEntry;
import dev.gatehouse.config.model.StickyBy;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.upstream.pick.SplitPicker.Choice;
import dev.gatehouse.upstream.pick.SplitPicker.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which entry of a split a request is given, and why. The hashes' own vectors are in the tests of the shares. */
class SplitPickerTest {

    private static final GivenRequest PLAIN = GivenRequest.get("https://p.dev/");
    private static final List<SplitEntry> CANARY = Splits.entries("a.test 3", "b.test 2", "c.test:8443 1");

    /** Of the vectors of {@code canary} at 3/2/1 these go to each entry. */
    private static final @Nullable IpAddress FIRST = IpAddress.parse("203.0.113.9");

    private static final @Nullable IpAddress THIRD = IpAddress.parse("10.0.0.1");

    @Test
    void theCallersAddressDecidesByDefault() {
        SplitPicker picker = canary(new HashBy.Ip());

        assertEquals(new Choice(0, false, Scope.IP), picker.pick(PLAIN, FIRST));
        assertEquals(new Choice(2, false, Scope.IP), picker.pick(PLAIN, THIRD));
        assertEquals(new Choice(2, false, Scope.IP), picker.pick(PLAIN, IpAddress.parse("2001:db8::1")));
    }

    @Test
    void anAddressIsTheSameInBothItsForms() {
        assertEquals(
                2,
                canary(new HashBy.Ip())
                        .pick(PLAIN, IpAddress.parse("::ffff:10.0.0.1"))
                        .index());
    }

    @Test
    void thePathDecidesWithoutItsQuery() {
        SplitPicker picker = canary(new HashBy.Path());

        assertEquals(
                new Choice(1, false, Scope.PATH), picker.pick(GivenRequest.get("https://p.dev/assets/app.js"), FIRST));
        assertEquals(
                new Choice(1, false, Scope.PATH),
                picker.pick(GivenRequest.get("http://q.dev/assets/app.js?v=2"), THIRD));
    }

    @Test
    void thePathIsTakenAsItWasSent() {
        SplitPicker picker = canary(new HashBy.Path());
        WeightSpace space = WeightSpace.of(CANARY);

        for (String path : List.of("/a%20b", "/a%62", "/ab", "/a/../b", "/%C3%A4")) {
            int expected = space.entry(Fnv.hash("canary " + path));
            assertEquals(
                    expected,
                    picker.pick(GivenRequest.get("https://p.dev" + path), FIRST).index(),
                    path);
        }
    }

    @Test
    void theCompleteUrlDecides() {
        SplitPicker picker = canary(new HashBy.Url());
        WeightSpace space = WeightSpace.of(CANARY);

        assertEquals(
                new Choice(0, false, Scope.URL), picker.pick(GivenRequest.get("https://p.dev/x?tenant=acme"), THIRD));
        for (String url : List.of("https://p.dev:8443/x", "http://p.dev/x", "http://p.dev/x?", "http://p.dev/?a=%41")) {
            assertEquals(
                    space.entry(Fnv.hash("canary " + url)),
                    picker.pick(GivenRequest.get(url), FIRST).index(),
                    url);
        }
    }

    @Test
    void aHeaderFieldDecidesWithAllItsLines() {
        SplitPicker picker = canary(new HashBy.Header("x-tenant"));
        GivenRequest twice =
                GivenRequest.get("https://p.dev/").with("X-Tenant", "acme").with("x-tenant", "b");
        int expected = WeightSpace.of(CANARY).entry(Fnv.hash("canary acme, b"));

        assertEquals(new Choice(1, false, Scope.HEADER), picker.pick(header("acme"), FIRST));
        assertEquals(new Choice(expected, false, Scope.HEADER), picker.pick(twice, FIRST));
    }

    @Test
    void aCookieDecides() {
        SplitPicker picker = canary(new HashBy.Cookie("tenant"));

        assertEquals(new Choice(1, false, Scope.COOKIE), picker.pick(cookie("x=1; tenant=acme; tenant=b"), FIRST));
    }

    @Test
    void aQueryParameterDecides() {
        SplitPicker picker = canary(new HashBy.Query("tenant"));

        assertEquals(
                new Choice(1, false, Scope.QUERY),
                picker.pick(GivenRequest.get("https://p.dev/?x=1&tenant=acme&tenant=b"), FIRST));
    }

    @Test
    void callersWhoseKeyIsMissingAreSpreadByTheirAddresses() {
        for (HashBy by : named()) {
            SplitPicker picker = canary(by);

            assertEquals(new Choice(0, false, Scope.IP), picker.pick(PLAIN, FIRST), by.toString());
            assertEquals(new Choice(2, false, Scope.IP), picker.pick(PLAIN, THIRD), by.toString());
        }
    }

    @Test
    void anEmptyKeyCountsAsMissing() {
        assertEquals(
                new Choice(2, false, Scope.IP),
                canary(new HashBy.Header("x-tenant")).pick(header(""), THIRD));
        assertEquals(
                new Choice(2, false, Scope.IP),
                canary(new HashBy.Cookie("tenant")).pick(cookie("tenant="), THIRD));
        for (String query : List.of("tenant", "tenant=", "tenant=&tenant=acme")) {
            GivenRequest request = GivenRequest.get("https://p.dev/?" + query);
            assertEquals(
                    new Choice(2, false, Scope.IP),
                    canary(new HashBy.Query("tenant")).pick(request, THIRD),
                    query);
        }
    }

    @ParameterizedTest
    @EnumSource(HashType.class)
    void withoutKeyAndAddressTheFirstEntryIsTaken(HashType type) {
        for (HashBy by : named()) {
            SplitPicker picker = SplitPicker.of(Splits.split(CANARY, by, type), "canary");

            assertEquals(new Choice(0, false, Scope.NONE), picker.pick(PLAIN, null), by.toString());
        }
        SplitPicker picker = SplitPicker.of(Splits.split(CANARY, new HashBy.Ip(), type), "b");
        assertEquals(new Choice(0, false, Scope.NONE), picker.pick(PLAIN, null));
    }

    @Test
    void aKeyThatIsThereNeedsNoAddress() {
        assertEquals(
                new Choice(1, false, Scope.HEADER),
                canary(new HashBy.Header("x-tenant")).pick(header("acme"), null));
    }

    @Test
    void routesWithoutAnIdShareOneAssignment() {
        List<SplitEntry> thirds = Splits.weighing(1, 1, 1);
        SplitPicker picker = SplitPicker.of(Splits.split(thirds, new HashBy.Ip(), HashType.MODULO), null);

        assertEquals(2, picker.pick(PLAIN, IpAddress.parse("192.0.2.1")).index());
        assertEquals(1, picker.pick(PLAIN, IpAddress.parse("2001:db8::1")).index());
    }

    @Test
    void theRouteIdPartsCallersOtherwiseInAWeightSpaceButNotOnARing() {
        assertNotEquals(assignments(HashType.MODULO, "canary"), assignments(HashType.MODULO, "other"));
        assertEquals(assignments(HashType.CONSISTENT, "canary"), assignments(HashType.CONSISTENT, null));
    }

    @Test
    void aRingGivesTheEntriesOfItsVectors() {
        List<SplitEntry> entries = Splits.entries("a.test 1", "b.test 1", "c.test 1");
        SplitPicker picker = SplitPicker.of(Splits.split(entries, new HashBy.Ip(), HashType.CONSISTENT), "canary");

        assertEquals(2, picker.pick(PLAIN, FIRST).index());
        assertEquals(1, picker.pick(PLAIN, THIRD).index());
    }

    @Test
    void everyPickerOfTheSameSplitGivesTheSameEntry() {
        for (HashType type : HashType.values()) {
            assertEquals(assignments(type, "canary"), assignments(type, "canary"));
        }
    }

    @Test
    void aStickyCookieLeadsBackToItsUpstream() {
        SplitPicker picker = sticky();

        assertEquals(new Choice(1, true, Scope.NONE), picker.pick(stuckTo("b.test"), FIRST));
        assertEquals(new Choice(2, true, Scope.NONE), picker.pick(stuckTo("c.test:8443"), FIRST));
        assertEquals(new Choice(1, true, Scope.NONE), picker.pick(stuckTo("b.test"), null));
    }

    @Test
    void aCallerWithoutTheCookieIsAssignedByHash() {
        assertEquals(new Choice(2, false, Scope.IP), sticky().pick(PLAIN, THIRD));
        assertEquals(new Choice(2, false, Scope.IP), sticky().pick(cookie("other=b.test"), THIRD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gone.test", "evil.test:80", "c.test", "b.test:443", "B.TEST", "\"b.test\"", "", "b.test/x"})
    void aCookieThatNamesNoEntryHasNoEffect(String value) {
        assertEquals(new Choice(2, false, Scope.IP), sticky().pick(stuckTo(value), THIRD));
    }

    @Test
    void aStickyCookieCountsOnlyWhereTheRouteKeepsCallersByCookie() {
        assertEquals(new Choice(0, false, Scope.IP), canary(new HashBy.Ip()).pick(stuckTo("b.test"), FIRST));
    }

    @Test
    void theCookieThatWeSetIsTheOneThatWeRead() {
        String line = StickyCookie.line("c.test:8443", "/shop", true);
        Choice choice = sticky().pick(cookie(line.substring(0, line.indexOf(';'))), FIRST);

        assertEquals(new Choice(2, true, Scope.NONE), choice);
    }

    @Test
    void scopesAreCalledAsInEvents() {
        String texts = Arrays.stream(Scope.values()).map(Scope::text).collect(Collectors.joining(" "));

        assertEquals("ip path url header cookie query none", texts);
    }

    @Test
    void fewDifferentKeysMayAllFallToOneEntry() {
        SplitPicker picker =
                SplitPicker.of(Splits.split(Splits.weighing(95, 5), new HashBy.Path(), HashType.MODULO), null);
        List<Integer> found = List.of("/a", "/b", "/assets/app.js").stream()
                .map(path -> picker.pick(GivenRequest.get("https://p.dev" + path), FIRST)
                        .index())
                .toList();

        assertTrue(found.contains(0));
        assertFalse(found.contains(1));
    }

    private static SplitPicker canary(HashBy by) {
        return SplitPicker.of(Splits.split(CANARY, by, HashType.MODULO), "canary");
    }

    private static SplitPicker sticky() {
        return SplitPicker.of(Splits.split(CANARY, new HashBy.Ip(), HashType.MODULO, StickyBy.COOKIE), "canary");
    }

    private static List<Integer> assignments(HashType type, @Nullable String routeId) {
        SplitPicker picker = SplitPicker.of(Splits.split(CANARY, new HashBy.Ip(), type), routeId);
        return Splits.crowd().stream()
                .map(text -> picker.pick(PLAIN, IpAddress.parse(text)).index())
                .toList();
    }

    private static List<HashBy> named() {
        return List.of(new HashBy.Header("x-tenant"), new HashBy.Cookie("tenant"), new HashBy.Query("tenant"));
    }

    private static GivenRequest header(String value) {
        return GivenRequest.get("https://p.dev/").with("X-Tenant", value);
    }

    private static GivenRequest cookie(String value) {
        return GivenRequest.get("https://p.dev/").with("Cookie", value);
    }

    private static GivenRequest stuckTo(String value) {
        return cookie("__jouska_upstream=" + value);
    }
}
