package dev.gatehouse.config.load;

import dev.gatehouse.config.load.Loading.Fault;
import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.model.Merge;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.source.ConfigSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Combines the table that is stated in code with the one in a store. Code wins, because it is reviewed, can be reverted
 * and does not depend on the store.
 */
public final class TableResolver {

    private final @Nullable RouteTableConfig code;
    private final Merge merge;
    private final Consumer<ConfigRejected> onRemoteError;

    /**
     * A resolver.
     *
     * @param code the table stated in code; null for none
     * @param merge how the two become one
     * @param onRemoteError told why a table of the store was not used
     */
    public TableResolver(@Nullable RouteTableConfig code, Merge merge, Consumer<ConfigRejected> onRemoteError) {
        this.code = code;
        this.merge = merge;
        this.onRemoteError = onRemoteError;
    }

    /**
     * The table to run with. A store that cannot be asked, or whose table is not sound, counts as having none, and is
     * reported; its table is read even where code replaces it.
     *
     * @param remote the store
     * @throws ConfigRejected where neither code nor the store has a table
     */
    public RouteTableConfig resolve(ConfigSource remote) {
        RouteTableConfig stored = usable(RouteTables.load(remote));
        if (code == null && stored == null) {
            throw new ConfigRejected(
                    Fault.UNREACHABLE, "no usable config: neither code nor the store has a table", null);
        }
        if (code == null || stored == null) {
            return code == null ? Objects.requireNonNull(stored) : code;
        }
        return merge == Merge.REPLACE ? code : joined(code, stored);
    }

    private @Nullable RouteTableConfig usable(Optional<Loading> loading) {
        if (loading.isPresent() && loading.get() instanceof Refused refused) {
            onRemoteError.accept(new ConfigRejected(refused));
        }
        return loading.isPresent() && loading.get() instanceof Loaded loaded ? loaded.table() : null;
    }

    private static RouteTableConfig joined(RouteTableConfig code, RouteTableConfig stored) {
        // a route that code switches off stays off: it hides the store's route of that id
        Set<String> ofCode = Stream.concat(code.routes().stream(), code.disabled().stream())
                .map(RouteConfig::id)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new RouteTableConfig(
                RouteTables.CONFIG_VERSION,
                stored.meta(),
                code.front(),
                append(code.routes(), stored.routes(), ofCode),
                append(code.disabled(), stored.disabled(), ofCode));
    }

    private static List<RouteConfig> append(List<RouteConfig> first, List<RouteConfig> then, Set<String> hidden) {
        List<RouteConfig> routes = new ArrayList<>(first);
        for (RouteConfig route : then) {
            if (route.id() == null || !hidden.contains(route.id())) {
                routes.add(route.at(routes.size()));
            }
        }
        return routes;
    }
}
