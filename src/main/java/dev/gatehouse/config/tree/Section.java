package dev.gatehouse.config.tree;

import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An object of a document, as its reader sees it. Every question names a key; a value that is not acceptable is noted and
 * answered as if it were not there, so that one reading reports every fault. At the end the reader calls {@link
 * #refuseUnknownKeys}.
 *
 * <p>Threads: confined to the one that reads.
 */
public final class Section {

    /** The bound of lists that have none. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** What a listener is told as the key of objects whose keys are free. */
    public static final String ANY_KEY = "*";

    private final Report report;
    private final ObjectNode node;
    private final Pointer pointer;
    private final @Nullable Section fallback;
    private final Set<String> asked;

    /** The root of a document. */
    public static Section root(ObjectNode node, Report report) {
        return new Section(report, node, Pointer.ROOT, null, new LinkedHashSet<>());
    }

    private Section(Report report, ObjectNode node, Pointer pointer, @Nullable Section fallback, Set<String> asked) {
        this.report = report;
        this.node = node;
        this.pointer = pointer;
        this.fallback = fallback;
        this.asked = asked;
    }

    /**
     * The same section, where a key that it lacks is looked up in {@code other}. Faults are reported where the value
     * stands. Both views share what was asked.
     */
    public Section backedBy(Section other) {
        return new Section(report, node, pointer, other, asked);
    }

    /** The way from the root to here. */
    public Pointer pointer() {
        return pointer;
    }

    /** The object itself. */
    public ObjectNode node() {
        return node;
    }

    /** The keys that are written here, in the order of the text; those of a fallback are not. */
    public List<String> keys() {
        return List.copyOf(node.members().keySet());
    }

    /** Whether {@code key} is written here or in the fallback, whatever its value. Counts as asked. */
    public boolean has(String key) {
        asked.add(key);
        return owner(key) != null;
    }

    /** Whether the value of {@code key} is an object. */
    public boolean isObject(String key) {
        Section owner = owner(key);
        return owner != null && owner.valueOf(key) instanceof ObjectNode;
    }

    /** Whether the value of {@code key} is a list. */
    public boolean isList(String key) {
        Section owner = owner(key);
        return owner != null && owner.valueOf(key) instanceof ListNode;
    }

    /** Whether {@code key} is missing, or is a list without entries. */
    public boolean isMissingOrEmpty(String key) {
        Section owner = owner(key);
        return owner == null
                || (owner.valueOf(key) instanceof ListNode list
                        && list.entries().isEmpty());
    }

    /** The value of {@code key}; empty where it is missing or, with a note, not as expected. */
    public <T> Optional<T> value(String key, Expectation<T> expected) {
        ask(key, expected.words());
        Section owner = owner(key);
        return owner == null ? Optional.empty() : owner.check(owner.pointer.key(key), owner.valueOf(key), expected);
    }

    /** Like {@link #value}, with a note where it is missing. */
    public <T> Optional<T> required(String key, Expectation<T> expected) {
        if (!has(key)) {
            ask(key, expected.words());
            missing(key, expected.words());
            return Optional.empty();
        }
        return value(key, expected);
    }

    /**
     * The entries of a list; empty where it is missing or, with a note, not a list of {@code min} to {@code max}. Entries
     * that are not as expected are noted and left out.
     */
    public <T> Optional<List<T>> list(String key, int min, int max, Expectation<T> expected) {
        return entries(key, min, max, expected.words()).map(list -> {
            List<T> values = new ArrayList<>();
            for (Entry entry : list) {
                check(entry.pointer, entry.value, expected).ifPresent(values::add);
            }
            return values;
        });
    }

    /** The object of {@code key}; empty where it is missing or, with a note, not an object. */
    public Optional<Section> section(String key) {
        ask(key, "an object");
        Section owner = owner(key);
        return owner == null ? Optional.empty() : owner.sub(owner.pointer.key(key), owner.valueOf(key));
    }

    /** The objects of a list; as {@link #list}. */
    public Optional<List<Section>> sections(String key, int min, int max) {
        return entries(key, min, max, "an object").map(list -> {
            List<Section> sections = new ArrayList<>();
            for (Entry entry : list) {
                sub(entry.pointer, entry.value).ifPresent(sections::add);
            }
            return sections;
        });
    }

    /**
     * The members of an object whose keys are free; empty where it is missing or, with a note, not an object. Members whose
     * key or value is not as expected are noted and left out, and so is a key that is another spelling of an earlier one.
     */
    public <K, T> Optional<Map<K, T>> map(String key, Expectation<K> names, Expectation<T> values) {
        return members(key, names, values.words(), (at, value) -> check(at, value, values));
    }

    /** The objects in an object whose keys are free; as {@link #map}. */
    public <K> Optional<Map<K, Section>> sectionMap(String key, Expectation<K> names) {
        return members(key, names, "an object", this::sub);
    }

    /** Notes that the value of {@code key} is not what was expected. */
    public void problem(String key, String expected) {
        Section owner = owner(key);
        if (owner == null) {
            missing(key, expected);
        } else {
            Node value = owner.valueOf(key);
            report.add(new Problem(owner.pointer.key(key), value.position(), value.shown(), expected));
        }
    }

    /** Notes a fault of {@code key} that is not its value alone; {@code found} says what it is. */
    public void fault(String key, String found, String expected) {
        Section owner = owner(key);
        Position position = owner == null ? node.position() : owner.valueOf(key).position();
        report.add(new Problem((owner == null ? this : owner).pointer.key(key), position, found, expected));
    }

    /** Notes a fault of the section as a whole. */
    public void fault(String found, String expected) {
        report.add(new Problem(pointer, node.position(), found, expected));
    }

    /** Notes that {@code key} is not there and should be. */
    public void missing(String key, String expected) {
        report.add(new Problem(pointer.key(key), node.position(), "missing", expected));
    }

    /** Refuses a key that is no longer used and says what to write. */
    public void retired(String key, String instead) {
        asked.add(key);
        Member member = node.members().get(key);
        if (member != null) {
            report.add(new Problem(pointer.key(key), member.keyPosition(), "no longer used; " + instead, ""));
        }
    }

    /** Notes every key that nobody asked for, with the one that was likely meant. */
    public void refuseUnknownKeys() {
        refuseUnknownKeys(List.of());
    }

    /** The same, where {@code dealtWith} has been spoken of already. */
    public void refuseUnknownKeys(List<String> dealtWith) {
        node.members().forEach((key, member) -> {
            if (!asked.contains(key) && !dealtWith.contains(key)) {
                String nearest = Spelling.nearest(key, asked);
                String words = "unknown key " + Node.TextNode.quoted(key)
                        + (nearest == null ? "" : "; did you mean \"" + nearest + "\"?");
                report.add(new Problem(pointer.key(key), member.keyPosition(), words, ""));
            }
        });
    }

    private <K, T> Optional<Map<K, T>> members(
            String key, Expectation<K> names, String words, BiFunction<Pointer, Node, Optional<T>> reading) {
        return section(key).map(in -> {
            report.asked(in.pointer, ANY_KEY, words);
            Map<K, T> values = new LinkedHashMap<>();
            Set<K> seen = new LinkedHashSet<>();
            in.node.members().forEach((written, member) -> {
                Pointer at = in.pointer.key(written);
                Optional<K> name = check(at, new Node.TextNode(member.keyPosition(), written), names);
                Optional<T> value = reading.apply(at, member.value());
                if (name.isPresent() && !seen.add(name.get())) {
                    report.add(
                            new Problem(at, member.keyPosition(), "a second spelling of one name", "each name once"));
                } else if (name.isPresent() && value.isPresent()) {
                    values.put(name.get(), value.get());
                }
            });
            return values;
        });
    }

    private record Entry(Pointer pointer, Node value) {}

    private Optional<List<Entry>> entries(String key, int min, int max, String words) {
        String expected = listWords(min, max) + words;
        ask(key, expected);
        Section owner = owner(key);
        if (owner == null) {
            return Optional.empty();
        }
        Pointer at = owner.pointer.key(key);
        Node value = owner.valueOf(key);
        if (!(value instanceof ListNode list)
                || list.entries().size() < min
                || list.entries().size() > max) {
            report.add(new Problem(at, value.position(), value.kind(), expected));
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>();
        for (Node entry : list.entries()) {
            entries.add(new Entry(at.index(entries.size()), entry));
        }
        return Optional.of(entries);
    }

    private static String listWords(int min, int max) {
        if (max != UNBOUNDED) {
            return "a list of " + min + " to " + max + ", each ";
        }
        return min == 0 ? "a list, each " : "a list of at least " + min + ", each ";
    }

    private <T> Optional<T> check(Pointer at, Node value, Expectation<T> expected) {
        T result = expected.reading().read(value);
        if (result == null) {
            String found = expected.secret() ? value.kind() : value.shown();
            report.add(new Problem(at, value.position(), found, expected.words()));
        }
        return Optional.ofNullable(result);
    }

    private Optional<Section> sub(Pointer at, Node value) {
        if (value instanceof ObjectNode object) {
            return Optional.of(new Section(report, object, at, null, new LinkedHashSet<>()));
        }
        report.add(new Problem(at, value.position(), value.shown(), "an object"));
        return Optional.empty();
    }

    private void ask(String key, String expectation) {
        asked.add(key);
        report.asked(pointer, key, expectation);
    }

    /** The section that holds {@code key}: this one, else the fallback; null for neither. */
    private @Nullable Section owner(String key) {
        if (node.members().containsKey(key)) {
            return this;
        }
        return fallback == null ? null : fallback.owner(key);
    }

    private Node valueOf(String key) {
        Member member = node.members().get(key);
        if (member == null) {
            throw new IllegalArgumentException("not a key of this section: " + key);
        }
        return member.value();
    }
}
