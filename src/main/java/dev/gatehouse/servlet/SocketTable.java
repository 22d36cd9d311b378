package dev.gatehouse.servlet;

import dev.gatehouse.net.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;

/**
 * Reads the kernel's table of TCP sockets: lines such as {@code 0: 0100007F:46A1 0100007F:C350 01 ...}, addresses in words
 * of the machine's byte order, state 01 for established.
 */
final class SocketTable {

    private static final int ESTABLISHED = 1;

    private SocketTable() {}

    /** Adds the established connections of {@code table} to {@code found}. */
    static void established(byte[] table, Set<SocketKey> found) {
        int line = end(table, 0) + 1; // the first line is a title
        while (line < table.length) {
            int end = end(table, line);
            connection(table, line, end, found);
            line = end + 1;
        }
    }

    private static void connection(byte[] table, int start, int end, Set<SocketKey> found) {
        int number = colon(table, start, end);
        int local = colon(table, number + 1, end);
        int remote = colon(table, local + 1, end);
        if (remote < 0 || remote + 8 > end || hex(table, remote + 6, 2) != ESTABLISHED) {
            return;
        }
        int addressStart = local + 6; // four digits of the port and a space
        IpAddress address = address(table, addressStart, remote);
        if (address != null) {
            found.add(new SocketKey(hex(table, local + 1, 4), hex(table, remote + 1, 4), address));
        }
    }

    private static @org.jspecify.annotations.Nullable IpAddress address(byte[] table, int start, int end) {
        int bytes = (end - start) / 2;
        if (bytes != 4 && bytes != 16) {
            return null;
        }
        byte[] address = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            int inWord = i % 4;
            int from = i - inWord + (3 - inWord); // the words are little-endian on all systems we know
            address[i] = (byte) hex(table, start + from * 2, 2);
        }
        try {
            return IpAddress.of(InetAddress.getByAddress(address)).unmapped();
        } catch (UnknownHostException impossible) {
            return null; // the length is right
        }
    }

    private static int end(byte[] table, int from) {
        int i = from;
        while (i < table.length && table[i] != '\n') {
            i++;
        }
        return i;
    }

    private static int colon(byte[] table, int from, int end) {
        for (int i = Math.max(from, 0); i < end; i++) {
            if (table[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    private static int hex(byte[] table, int start, int digits) {
        int value = 0;
        for (int i = start; i < start + digits && i < table.length; i++) {
            value = value * 16 + Character.digit(table[i], 16);
        }
        return value;
    }
}
