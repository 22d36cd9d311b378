package dev.gatehouse.config.tree;

import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.NullNode;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a document that is already in memory as maps, lists, texts, numbers and truth values into nodes. They have no
 * positions.
 */
public final class ObjectTree {

    /** More values than a text of the greatest length would hold in practice; shared parts count each time they are met. */
    private static final int MAX_VALUES = 2_000_000;

    private final Report report;
    private int values;

    private ObjectTree(Report report) {
        this.report = report;
    }

    /**
     * The nodes of {@code value}; null, with a note, where it holds something JSON has no form for, is nested deeper than
     * {@link JsonDocument#MAX_DEPTH} or has no end.
     */
    public static @Nullable Node of(@Nullable Object value, Report report) {
        return new ObjectTree(report).node(value, Pointer.ROOT, 0);
    }

    private @Nullable Node node(@Nullable Object value, Pointer at, int depth) {
        values++;
        if (depth > JsonDocument.MAX_DEPTH || values > MAX_VALUES) {
            return refuse(at, "nested or repeated without end", "at most " + JsonDocument.MAX_DEPTH + " levels");
        }
        if (value == null) {
            return new NullNode(Position.NONE);
        } else if (value instanceof Map<?, ?> map) {
            return object(map, at, depth);
        } else if (value instanceof Iterable<?> list) {
            return list(list, at, depth);
        } else if (value instanceof CharSequence text) {
            return JsonDocument.isHalved(text.toString())
                    ? refuse(at, "text with half a surrogate pair", "well-formed Unicode")
                    : new TextNode(Position.NONE, text.toString());
        } else if (value instanceof Boolean flag) {
            return new FlagNode(Position.NONE, flag);
        } else if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue())
                    ? new NumberNode(Position.NONE, number.toString())
                    : refuse(at, number.toString(), "a finite number");
        }
        return refuse(at, value.getClass().getName(), "a map, list, text, number, true or false");
    }

    private @Nullable Node object(Map<?, ?> map, Pointer at, int depth) {
        Map<String, Member> members = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = String.valueOf(entry.getKey());
            Node value = node(entry.getValue(), at.key(key), depth + 1);
            if (value == null) {
                return null;
            }
            members.put(key, new Member(Position.NONE, value));
        }
        return new ObjectNode(Position.NONE, members);
    }

    private @Nullable Node list(Iterable<?> list, Pointer at, int depth) {
        List<Node> entries = new ArrayList<>();
        for (Object entry : list) {
            Node value = node(entry, at.index(entries.size()), depth + 1);
            if (value == null) {
                return null;
            }
            entries.add(value);
        }
        return new ListNode(Position.NONE, entries);
    }

    private @Nullable Node refuse(Pointer at, String found, String expected) {
        report.add(new Problem(at, Position.NONE, found, expected));
        return null;
    }
}
