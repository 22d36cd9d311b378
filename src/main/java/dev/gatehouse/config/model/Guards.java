package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Section;
import org.jspecify.annotations.Nullable;

/**
 * What may refuse a request before it is forwarded. The order in which guards run is not said here.
 *
 * @param cors how browsers of other sites are answered; null where the route takes no part in it
 * @param requestPolicy methods and body size; null for no bound
 * @param geo which countries are let in
 * @param ip which addresses are let in; null for any
 * @param referer which pages may link; null for any
 * @param fetchMetadata which sites may make a browser ask; null for any
 * @param rateLimit how many requests are let in; null for any number
 * @param signedLink how a link proves itself; null where it need not
 * @param access how a caller proves itself; null where it need not
 * @param forwardAuth who else is asked; null for nobody
 */
public record Guards(
        @Nullable Cors cors,
        @Nullable RequestPolicy requestPolicy,
        Geo geo,
        @Nullable IpRules ip,
        @Nullable Referer referer,
        @Nullable FetchMetadata fetchMetadata,
        @Nullable RateLimit rateLimit,
        @Nullable SignedLink signedLink,
        @Nullable Access access,
        @Nullable ForwardAuth forwardAuth) {
    static Guards read(Section in) {
        return new Guards(
                in.section("cors").map(Cors::read).orElse(null),
                in.section("requestPolicy").map(RequestPolicy::read).orElse(null),
                Geo.read(in),
                in.section("ip").map(IpRules::read).orElse(null),
                in.section("referer").map(Referer::read).orElse(null),
                in.section("fetchMetadata").map(FetchMetadata::read).orElse(null),
                in.section("rateLimit").flatMap(RateLimit::read).orElse(null),
                in.section("signedLink").flatMap(SignedLink::read).orElse(null),
                in.section("access").map(Access::read).orElse(null),
                in.section("forwardAuth").flatMap(ForwardAuth::read).orElse(null));
    }
}
