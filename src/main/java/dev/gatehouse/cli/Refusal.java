package dev.gatehouse.cli;

/** A command cannot do what it was asked; the message, of one or more lines, is all that its user needs to see. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refusal(String message) {
        super(message);
    }
}
