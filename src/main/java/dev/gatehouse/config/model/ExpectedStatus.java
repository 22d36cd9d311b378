package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node.TextNode;
import org.jspecify.annotations.Nullable;

/** Which statuses of a probe's answer are good. */
public sealed interface ExpectedStatus {

    /** A status in the two hundreds. */
    ExpectedStatus SUCCESS = new OfClass(2);

    /** A status as such. */
    Expectation<Integer> NUMBER = Expectation.integer(200, 599);

    /** Whether {@code status} is good. */
    boolean admits(int status);

    /** As it is written in a table: a number for one status, a text such as {@code 2xx} or {@code <500} otherwise. */
    Object written();

    /**
     * One status and no other.
     *
     * @param status 200 to 599
     */
    record Exactly(int status) implements ExpectedStatus {

        @Override
        public boolean admits(int other) {
            return other == status;
        }

        @Override
        public Object written() {
            return status;
        }
    }

    /**
     * All of a hundred.
     *
     * @param hundreds 2 to 5
     */
    record OfClass(int hundreds) implements ExpectedStatus {

        @Override
        public boolean admits(int status) {
            return status / 100 == hundreds;
        }

        @Override
        public Object written() {
            return hundreds + "xx";
        }
    }

    /**
     * All that are smaller.
     *
     * @param bound the smallest that is not good, 201 to 600
     */
    record Below(int bound) implements ExpectedStatus {

        @Override
        public boolean admits(int status) {
            return status < bound;
        }

        @Override
        public Object written() {
            return "<" + bound;
        }
    }

    /** What the setting accepts. */
    static Expectation<ExpectedStatus> expectation() {
        return new Expectation<>(
                "a status from 200 to 599, a class from \"2xx\" to \"5xx\", or a bound from \"<201\" to \"<600\"",
                false,
                node -> node instanceof TextNode text
                        ? parse(text.value())
                        : NUMBER.as(Exactly::new).reading().read(node));
    }

    private static @Nullable ExpectedStatus parse(String text) {
        if (text.matches("[2-5]xx")) {
            return new OfClass(text.charAt(0) - '0');
        }
        if (!text.matches("<[2-6][0-9]{2}")) {
            return null;
        }
        int bound = Integer.parseInt(text.substring(1));
        return bound > 200 && bound <= 600 ? new Below(bound) : null;
    }
}
