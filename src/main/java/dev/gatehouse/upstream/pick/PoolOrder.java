package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolOrigin;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;

/**
 * The order in which the origins of a pool are asked, for each request anew where chance has a say in it.
 *
 * <p>Threads: may be shared where its dice may.
 */
public final class PoolOrder {

    private final Pool.Pick pick;
    private final int[] weights;
    private final DoubleSupplier dice;

    /**
     * An order.
     *
     * @param dice 0 to 1, without 1
     */
    public PoolOrder(Pool pool, DoubleSupplier dice) {
        this.weights = pool.origins().stream().mapToInt(PoolOrigin::weight).toArray();
        boolean single = weights.length == 1 || pool.maxAttempts() == 1;
        this.pick = single && pool.pick() == Pool.Pick.RANDOM_START ? Pool.Pick.ORDERED : pool.pick();
        this.dice = dice;
    }

    /** Whether every request gets the same order. */
    public boolean isFixed() {
        return pick == Pool.Pick.ORDERED;
    }

    /** The indexes of the origins in the order for one request. {@code factor} gives what each weight is multiplied by. */
    public int[] next(IntToDoubleFunction factor) {
        return switch (pick) {
            case ORDERED -> from(0);
            case RANDOM_START -> from((int) (dice.getAsDouble() * weights.length));
            case WEIGHTED_RANDOM -> drawn(factor);
        };
    }

    private int[] from(int start) {
        int[] order = new int[weights.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = (start + i) % order.length;
        }
        return order;
    }

    /** Drawn one after the other, each by its share of what the weights of those left add up to. */
    private int[] drawn(IntToDoubleFunction factor) {
        int[] order = from(0);
        double[] shares = new double[order.length];
        double left = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = weights[i] * factor.applyAsDouble(i);
            left += shares[i];
        }
        for (int at = 0; at < order.length - 1; at++) {
            int found = find(order, at, shares, dice.getAsDouble() * left);
            left -= shares[order[found]];
            int taken = order[found];
            System.arraycopy(order, at, order, at + 1, found - at); // those passed over keep their order
            order[at] = taken;
        }
        return order;
    }

    private static int find(int[] order, int from, double[] shares, double point) {
        double sum = 0;
        for (int i = from; i < order.length - 1; i++) {
            sum += shares[order[i]];
            if (point < sum) {
                return i;
            }
        }
        return order.length - 1; // the last takes what rounding leaves
    }

    /** {@code entries} in an order. */
    public static <T> List<T> arranged(List<T> entries, int[] order) {
        return Arrays.stream(order).mapToObj(entries::get).toList();
    }
}
