package dev.gatehouse.gateway;

import dev.gatehouse.event.Selection;
import dev.gatehouse.forward.Candidates;
import dev.gatehouse.forward.FailoverRule;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.upstream.PoolState;
import dev.gatehouse.upstream.health.HealthBoard;
import dev.gatehouse.upstream.pick.PoolOrder;
import dev.gatehouse.upstream.pick.SplitPicker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The upstreams of a route.
 *
 * <p>Threads: immutable but for what the route remembers of them, which guards itself.
 */
final class LanePool {

    private final Candidates declared;
    private final @Nullable SplitPicker picker;
    private final @Nullable PoolOrder order;
    private final boolean sticky;
    private final Draw only;

    /**
     * A pool.
     *
     * @param hops in declared order; empty for a route that answers for itself
     * @param picker chooses who is asked first; null for the first
     * @param order chooses the order for each request; null for the declared one
     * @param health what is known of the upstreams; null for nothing
     * @param sticky whether a caller is given a cookie that names its upstream
     */
    LanePool(
            List<Hop> hops,
            FailoverRule failover,
            PoolState state,
            @Nullable SplitPicker picker,
            @Nullable PoolOrder order,
            @Nullable HealthBoard health,
            boolean sticky) {
        this.declared = new Candidates(hops, failover, state, health);
        this.picker = picker;
        this.order = order;
        this.sticky = sticky;
        this.only = new Draw(declared, null, false);
    }

    /**
     * What one request is given.
     *
     * @param candidates the upstreams, the chosen one first
     * @param selection how it was chosen; null where there was no choice
     * @param wantsCookie whether the caller is to be given a cookie that names the upstream that answers
     */
    record Draw(Candidates candidates, @Nullable Selection selection, boolean wantsCookie) {}

    /** All upstreams, in declared order. */
    List<Hop> hops() {
        return declared.hops();
    }

    /** Whether chance has a say in which upstream a request is given first. */
    boolean isByChance() {
        return order != null && !order.isFixed() && hops().size() > 1;
    }

    /** When the next upstream is tried. */
    FailoverRule failover() {
        return declared.failover();
    }

    /** Whether a caller's cookie may name its upstream. */
    boolean reads() {
        return picker != null;
    }

    /** Chooses for a request. */
    Draw draw(RequestHead head, @Nullable IpAddress address) {
        if (picker == null) {
            return order == null || order.isFixed() && declared.health() == null ? only : drawn(order);
        }
        SplitPicker.Choice choice = picker.pick(head, address);
        Selection selection = new Selection(
                choice.index(),
                choice.sticky() ? "sticky" : "weighted",
                choice.scope().text());
        Candidates turned = new Candidates(chosenFirst(choice.index()), declared.failover(), declared.state(), null);
        return new Draw(turned, selection, sticky && !choice.sticky());
    }

    private Draw drawn(PoolOrder chance) {
        List<Hop> all = declared.hops();
        HealthBoard health = declared.health();
        if (health == null) {
            return draw(PoolOrder.arranged(all, chance.next(index -> 1)));
        }
        List<Hop> order = PoolOrder.arranged(
                all, chance.next(index -> health.weightFactor(all.get(index).name())));
        return draw(health.prefer(order, Hop::name));
    }

    private Draw draw(List<Hop> hops) {
        return new Draw(new Candidates(hops, declared.failover(), declared.state(), declared.health()), null, false);
    }

    /** The chosen one, then the others as declared. */
    private List<Hop> chosenFirst(int index) {
        List<Hop> all = declared.hops();
        if (index == 0) {
            return all;
        }
        List<Hop> order = new ArrayList<>(all.size());
        order.add(all.get(index));
        for (int i = 0; i < all.size(); i++) {
            if (i != index) {
                order.add(all.get(i));
            }
        }
        return order;
    }
}
