package dev.gatehouse.rewrite.head;

import dev.gatehouse.rewrite.Mount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adapts a content security policy to a page that is seen through the proxy (Content Security Policy Level 3).
 *
 * <p>A source that names the upstream becomes the mount. Nothing else is allowed that was not before, except for a nonce for
 * the operator's scripts. {@code 'self'} stays: it is the proxy now.
 */
final class SecurityPolicy {

    /** A host source (section 2.3.1): scheme, host, port and path. */
    private static final Pattern HOST_SOURCE = Pattern.compile(
            "(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9*._-]+)(?::(\\d{1,5}|\\*))?(/.*)?");

    private static final Pattern SCHEME_SOURCE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final String NONE = "'none'";

    private final Mount mount;
    private final String upstreamPath;
    private final @Nullable String nonce;

    /**
     * An adapter for one response.
     *
     * @param upstreamPath the path of the response, which relative report addresses refer to
     * @param nonce what the operator's scripts bear; null where none are placed
     */
    SecurityPolicy(Mount mount, String upstreamPath, @Nullable String nonce) {
        this.mount = mount;
        this.upstreamPath = upstreamPath;
        this.nonce = nonce;
    }

    /** Adapts a field value, which is a list of policies. Each must let a thing pass, so each gets the nonce. */
    String map(String value) {
        List<String> policies = new ArrayList<>();
        for (String policy : value.split(",", -1)) {
            if (!policy.isBlank()) {
                policies.add(policy(policy));
            }
        }
        return String.join(", ", policies);
    }

    private String policy(String policy) {
        List<Directive> directives = new ArrayList<>();
        Map<String, Directive> effective = new HashMap<>();
        for (String text : policy.split(";", -1)) {
            String[] words = text.strip().split("[\\t\\n\\f\\r ]+");
            if (!words[0].isEmpty()) {
                Directive directive = directive(words);
                directives.add(directive);
                effective.putIfAbsent(
                        directive.name.toLowerCase(Locale.ROOT), directive); // section 2.2.1: the first counts
            }
        }
        if (nonce != null) {
            allowScripts(directives, effective, "'nonce-" + nonce + "'");
        }
        return String.join("; ", directives.stream().map(Directive::text).toList());
    }

    private Directive directive(String[] words) {
        Directive directive = new Directive(words[0], new ArrayList<>());
        String name = words[0].toLowerCase(Locale.ROOT);
        for (int i = 1; i < words.length; i++) {
            for (String mapped : mapped(name, words[i])) {
                if (!directive.values.contains(mapped)) {
                    directive.values.add(mapped);
                }
            }
        }
        return directive;
    }

    private List<String> mapped(String directive, String word) {
        return switch (directive) {
            case "report-uri" -> List.of(mount.map(word, upstreamPath));
            case "sandbox",
                    "report-to",
                    "require-trusted-types-for",
                    "trusted-types",
                    "require-sri-for",
                    "plugin-types" -> List.of(word);
            default -> source(word, !directive.equals("frame-ancestors")); // ancestors are compared without a path
        };
    }

    /** What a source of the upstream's policy allows, seen from the visitor. */
    private List<String> source(String word, boolean withPath) {
        Matcher parts = HOST_SOURCE.matcher(word);
        if (word.equals("*") || SCHEME_SOURCE.matcher(word).matches() || !parts.matches()) {
            return List.of(word);
        }
        String host = parts.group(2).toLowerCase(Locale.ROOT);
        if (host.startsWith("*.")) {
            // The upstream is one of several hosts, and the others stay what they are.
            return mount.upstreamHost().endsWith(host.substring(1))
                    ? List.of(word, place(null, withPath))
                    : List.of(word);
        }
        String scheme = parts.group(1) == null ? "" : webScheme(parts.group(1).toLowerCase(Locale.ROOT));
        int port = parts.group(3) == null || parts.group(3).equals("*") ? -1 : Integer.parseInt(parts.group(3));
        boolean anyPort = "*".equals(parts.group(3)) && host.equals(mount.upstreamHost());
        return anyPort || mount.isUpstream(scheme, host, port)
                ? List.of(place(withPath ? parts.group(4) : null, withPath, socketScheme(parts.group(1))))
                : List.of(word);
    }

    private String place(@Nullable String path, boolean withPath) {
        return place(path, withPath, mount.visitorScheme());
    }

    private String place(@Nullable String path, boolean withPath, String scheme) {
        String origin = scheme + "://" + mount.visitorAuthority();
        if (!withPath) {
            return origin;
        }
        String mapped = path == null ? whole() : mount.mapPath(path);
        return origin + mapped.replace(";", "%3B").replace(",", "%2C");
    }

    /** Where everything of the upstream is for the visitor; a path that ends with a slash stands for all below it. */
    private String whole() {
        String prefix = mount.basePath().isEmpty() ? mount.visitorPrefix() : mount.mountPath();
        return prefix.isEmpty() ? "" : prefix + "/";
    }

    private String socketScheme(@Nullable String scheme) {
        boolean socket = "ws".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme);
        boolean secure = mount.visitorScheme().equals("https");
        return socket ? secure ? "wss" : "ws" : mount.visitorScheme();
    }

    private static String webScheme(String scheme) {
        return switch (scheme) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> scheme;
        };
    }

    /** Adds the nonce where scripts are looked up (section 6.8.4). */
    private static void allowScripts(List<Directive> directives, Map<String, Directive> effective, String nonceSource) {
        Directive elements = effective.get("script-src-elem");
        Directive scripts = elements == null ? effective.get("script-src") : elements;
        Directive found = scripts == null ? effective.get("default-src") : scripts;
        if (found == null || found.allowsAnyInline()) {
            return; // nothing is forbidden, or a nonce would forbid what is allowed
        }
        if (scripts == null) {
            found = new Directive("script-src", new ArrayList<>(found.values)); // the nonce is for scripts only
            directives.add(found);
        }
        found.values.removeIf(NONE::equalsIgnoreCase);
        found.values.add(nonceSource);
    }

    private record Directive(String name, List<String> values) {

        String text() {
            return values.isEmpty() ? name : name + ' ' + String.join(" ", values);
        }

        /** {@code 'unsafe-inline'} counts only where no nonce, no hash and no {@code 'strict-dynamic'} stands beside it. */
        boolean allowsAnyInline() {
            boolean unsafe = false;
            for (String value : values) {
                String word = value.toLowerCase(Locale.ROOT);
                if (word.startsWith("'nonce-") || word.startsWith("'sha") || word.equals("'strict-dynamic'")) {
                    return false;
                }
                unsafe |= word.equals("'unsafe-inline'");
            }
            return unsafe;
        }
    }
}
