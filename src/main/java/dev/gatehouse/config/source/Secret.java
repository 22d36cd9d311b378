package dev.gatehouse.config.source;

/** A secret. It shows itself to whoever asks for {@link #value} and to nobody else. */
public final class Secret {

    private final String value;

    Secret(String value) {
        this.value = value;
    }

    /** The secret itself, never empty. Keep it out of logs, events, answers and errors. */
    public String value() {
        return value;
    }

    /** Never the value. */
    @Override
    public String toString() {
        return "a secret of " + value.length() + " characters";
    }
}
