package dev.gatehouse.net;

/** What a host name may look like. */
final class HostNames {

    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;

    private HostNames() {}

    /**
     * Whether {@code name} is made of labels of letters, digits, hyphens and underscores, neither empty nor longer than
     * DNS allows. Hyphens at the edges of a label are let pass: such names exist.
     */
    static boolean isName(String name) {
        int labelStart = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.') {
                if (i == labelStart || i - labelStart > LONGEST_LABEL) {
                    return false;
                }
                labelStart = i + 1;
            } else if (!isLabelCharacter(c)) {
                return false;
            }
        }
        int last = name.length() - labelStart;
        return last > 0 && last <= LONGEST_LABEL && name.length() <= LONGEST_NAME;
    }

    /** The name without the dot that makes it absolute: {@code example.com.} is {@code example.com}. */
    static String withoutRootDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static boolean isLabelCharacter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
}
