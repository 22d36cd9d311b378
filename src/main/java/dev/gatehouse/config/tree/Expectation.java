package dev.gatehouse.config.tree;

import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.TextNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a setting accepts: the words for a fault and the reading itself, kept together so that they cannot part.
 *
 * @param words what would be accepted, such as {@code a whole number from 1 to 10}
 * @param secret whether a value that is not accepted may be a secret and must not be shown
 * @param reading gives the value, or null where the node is not acceptable
 * @param <T> what comes out
 */
public record Expectation<T>(String words, boolean secret, Reading<T> reading) {

    /** Turns a node into a value. */
    public interface Reading<T> {

        /** The value; null where the node is not acceptable. */
        @Nullable
        T read(Node node);
    }

    /** Numbers with more digits before the point than this are too large for every setting. */
    private static final int MAX_DIGITS = 30;

    /** True or false. */
    public static final Expectation<Boolean> FLAG =
            of("true or false", node -> node instanceof FlagNode flag ? flag.value() : null);

    /** True and nothing else: a door that is opened by name and closed by leaving the setting out. */
    public static final Expectation<Boolean> ONLY_TRUE =
            of("true, or leave it out", node -> (node instanceof FlagNode flag && flag.value()) ? Boolean.TRUE : null);

    /** Any text, the empty one too. */
    public static final Expectation<String> ANY_TEXT = text("text", text -> text);

    /** A text that is not empty. */
    public static final Expectation<String> TEXT = text("text that is not empty", text -> text.isEmpty() ? null : text);

    private static <T> Expectation<T> of(String words, Reading<T> reading) {
        return new Expectation<>(words, false, reading);
    }

    /** A whole number between two bounds, both included; {@code 2.0} is one. */
    public static Expectation<Integer> integer(int min, int max) {
        return of("a whole number from " + min + " to " + max, node -> {
            BigDecimal number = whole(node);
            return number != null && within(number, min, max) ? number.intValueExact() : null;
        });
    }

    /** A whole number from 0 up to the largest that every reader of JSON agrees on. */
    public static Expectation<Long> count() {
        long max = (1L << 53) - 1;
        return of("a whole number from 0 to " + max, node -> {
            BigDecimal number = whole(node);
            return number != null && within(number, 0, max) ? number.longValueExact() : null;
        });
    }

    /** A number between two bounds, both included. */
    public static Expectation<Double> number(int min, int max) {
        return of("a number from " + min + " to " + max, node -> {
            BigDecimal number = decimal(node);
            return number != null && within(number, min, max) ? number.doubleValue() : null;
        });
    }

    /** A length of time as a whole number of milliseconds. */
    public static Expectation<Duration> millis(int min, int max) {
        return integer(min, max).as(Duration::ofMillis);
    }

    /** A length of time as a whole number of seconds. */
    public static Expectation<Duration> seconds(int min, int max) {
        return integer(min, max).as(Duration::ofSeconds);
    }

    /** One of a few words, exactly as written. */
    public static Expectation<String> oneOf(List<String> choices) {
        return text(String.join(" or ", choices), text -> choices.contains(text) ? text : null);
    }

    /** A constant of an enum by its name in lower camel case: {@code contextRelative} for {@code CONTEXT_RELATIVE}. */
    public static <E extends Enum<E>> Expectation<E> constant(Class<E> type) {
        return constant(type, Expectation::spelled);
    }

    /** A constant of an enum by what {@code spelling} calls it. */
    public static <E extends Enum<E>> Expectation<E> constant(Class<E> type, Function<E, String> spelling) {
        Map<String, E> named = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            named.put(spelling.apply(constant), constant);
        }
        return oneOf(List.copyOf(named.keySet())).as(named::get);
    }

    /** How a table spells a constant: {@code contextRelative} for {@code CONTEXT_RELATIVE}. */
    public static String spelled(Enum<?> constant) {
        StringBuilder camel = new StringBuilder();
        for (String word : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            camel.append(camel.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return camel.toString();
    }

    /** One of a few numbers. */
    public static Expectation<Integer> oneOf(int... choices) {
        StringBuilder words = new StringBuilder();
        for (int choice : choices) {
            words.append(words.isEmpty() ? "" : " or ").append(choice);
        }
        return of(words.toString(), node -> {
            BigDecimal number = whole(node);
            for (int choice : choices) {
                if (number != null && number.compareTo(BigDecimal.valueOf(choice)) == 0) {
                    return choice;
                }
            }
            return null;
        });
    }

    /** A text that {@code reading} understands; it gives null for one that it does not. */
    public static <T> Expectation<T> text(String words, Function<String, @Nullable T> reading) {
        return of(words, node -> node instanceof TextNode text ? reading.apply(text.value()) : null);
    }

    /** A text that matches {@code pattern} as a whole. */
    public static Expectation<String> text(String words, Pattern pattern) {
        return text(words, text -> pattern.matcher(text).matches() ? text : null);
    }

    /** The same, where a wrong value may be a secret: a fault shows its kind and length only. */
    public Expectation<T> hidden() {
        return new Expectation<>(words, true, reading);
    }

    /** The same, with the value turned into another. */
    public <R> Expectation<R> as(Function<T, R> change) {
        return new Expectation<>(words, secret, node -> {
            T value = reading.read(node);
            return value == null ? null : change.apply(value);
        });
    }

    private static @Nullable BigDecimal whole(Node node) {
        BigDecimal number = decimal(node);
        return number != null && number.stripTrailingZeros().scale() <= 0 ? number : null;
    }

    private static @Nullable BigDecimal decimal(Node node) {
        if (!(node instanceof NumberNode number)) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(number.text());
            // 1e999999999 is a short text and an endless number; nothing may try to write it out
            return Math.abs((long) value.precision() - value.scale()) <= MAX_DIGITS ? value : null;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    private static boolean within(BigDecimal number, long min, long max) {
        return number.compareTo(BigDecimal.valueOf(min)) >= 0 && number.compareTo(BigDecimal.valueOf(max)) <= 0;
    }
}
