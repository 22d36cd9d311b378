package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Readiness;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.FieldNames;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The gate of a route's pool, with its secret. Immutable; never shows the secret.
 */
final class ReadinessGate {

    private final Readiness rules;
    private final @Nullable String token;

    private ReadinessGate(Readiness rules, @Nullable String token) {
        this.rules = rules;
        this.token = token;
    }

    /**
     * A gate.
     *
     * @param secrets finds a secret by name
     */
    static ReadinessGate of(Readiness rules, Function<String, Optional<String>> secrets) {
        String name = rules.secret();
        String token = name == null
                ? null
                : secrets.apply(name).filter(FieldNames::isLegalValue).orElse(null);
        return new ReadinessGate(rules, token);
    }

    Readiness rules() {
        return rules;
    }

    /** What the gate needs and is not there; null for nothing. Without it no origin can be asked. */
    @Nullable
    String missing() {
        return rules.secret() != null && token == null ? "no secret is called " + rules.secret() : null;
    }

    /** The field lines of a question. */
    FieldList fields() {
        String field = rules.field();
        FieldList fields = new FieldList(2);
        return field == null || token == null ? fields : fields.add(field, token);
    }
}
