package dev.gatehouse.testkit;

import dev.gatehouse.net.IpAddress;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes small files in MaxMind's format (MaxMind DB File Format Specification 2.0): a binary tree over the bits of
 * addresses, whose leaves point at data. Networks may not lie within one another.
 */
public final class MmdbWriter {

    private static final byte[] MARKER = "\u00ab\u00cd\u00efMaxMind.com".getBytes(StandardCharsets.ISO_8859_1);
    private static final int EMPTY = -1;
    private static final int SEPARATOR = 16; // zero bytes between tree and data

    private final int ipVersion;
    private final List<int[]> nodes = new ArrayList<>(List.of(new int[] {EMPTY, EMPTY}));
    private final List<Map<String, Object>> data = new ArrayList<>();

    /** A file of addresses of version 4 only, or of version 6, which holds those of version 4 too. */
    public MmdbWriter(int ipVersion) {
        this.ipVersion = ipVersion;
    }

    /** Adds a network such as {@code 192.0.2.0/24} with what is said of it: texts and maps. */
    public MmdbWriter add(String network, Map<String, Object> fields) {
        int slash = network.indexOf('/');
        IpAddress address = Objects.requireNonNull(IpAddress.parse(network.substring(0, slash)));
        byte[] bytes = address.toInetAddress().getAddress();
        int length = Integer.parseInt(network.substring(slash + 1));
        int zeros = ipVersion == 6 && address.isV4() ? 96 : 0; // where version 4 lives within version 6
        int node = 0;
        for (int i = 0; i < zeros + length; i++) {
            int at = i - zeros;
            int bit = at < 0 ? 0 : bytes[at / 8] >> (7 - at % 8) & 1;
            if (i == zeros + length - 1) {
                nodes.get(node)[bit] = -2 - data.size(); // data 0, 1, 2 as -2, -3, -4
            } else {
                node = child(node, bit);
            }
        }
        data.add(fields);
        return this;
    }

    /** Adds a network with a country as MaxMind's files name it. */
    public MmdbWriter country(String network, String code) {
        return add(network, Map.of("country", Map.of("iso_code", code)));
    }

    private int child(int node, int bit) {
        if (nodes.get(node)[bit] == EMPTY) {
            nodes.get(node)[bit] = nodes.size();
            nodes.add(new int[] {EMPTY, EMPTY});
        }
        return nodes.get(node)[bit];
    }

    /** The whole file. */
    public byte[] bytes() {
        ByteArrayOutputStream section = new ByteArrayOutputStream();
        int[] offsets = new int[data.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = section.size();
            value(section, data.get(i));
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int[] node : nodes) {
            for (int record : node) {
                int value = record == EMPTY
                        ? nodes.size()
                        : record >= 0 ? record : nodes.size() + SEPARATOR + offsets[-2 - record];
                number(file, value, 3);
            }
        }
        file.writeBytes(new byte[SEPARATOR]);
        file.writeBytes(section.toByteArray());
        file.writeBytes(MARKER);
        value(file, metadata());
        return file.toByteArray();
    }

    private Map<String, Object> metadata() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node_count", nodes.size());
        fields.put("record_size", (short) 24);
        fields.put("ip_version", (short) ipVersion);
        fields.put("database_type", "Test-Country");
        fields.put("languages", List.of("en"));
        fields.put("binary_format_major_version", (short) 2);
        fields.put("binary_format_minor_version", (short) 0);
        fields.put("build_epoch", 1_893_456_000L); // 2030-01-01
        fields.put("description", Map.of("en", "made by a test"));
        return fields;
    }

    private static void value(ByteArrayOutputStream out, Object value) {
        if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            control(out, 2, bytes.length);
            out.writeBytes(bytes);
        } else if (value instanceof Short number) {
            control(out, 5, 2);
            number(out, number, 2);
        } else if (value instanceof Integer number) {
            control(out, 6, 4);
            number(out, number, 4);
        } else if (value instanceof Long number) {
            control(out, 9, 8);
            number(out, number, 8);
        } else if (value instanceof Map<?, ?> map) {
            control(out, 7, map.size());
            map.forEach((key, member) -> {
                value(out, key);
                value(out, member);
            });
        } else if (value instanceof List<?> list) {
            control(out, 11, list.size());
            list.forEach(entry -> value(out, entry));
        } else {
            throw new IllegalArgumentException(value.toString());
        }
    }

    /** Type and size; types above 7 stand in a second byte. Sizes from 29 are not written here. */
    private static void control(ByteArrayOutputStream out, int type, int size) {
        if (size >= 29) {
            throw new IllegalArgumentException("too long for a small file");
        }
        out.write((type <= 7 ? type << 5 : 0) | size);
        if (type > 7) {
            out.write(type - 7);
        }
    }

    private static void number(ByteArrayOutputStream out, long value, int bytes) {
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >>> (8 * i)));
        }
    }
}
