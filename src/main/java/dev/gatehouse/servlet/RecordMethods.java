package dev.gatehouse.servlet;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the JDK forget our records. The handles behind the generated methods of all records remember the last record that
 * they were made for; until Java 17, and for some time after it, strongly. An application that has stopped would be kept in
 * memory by whichever of its records was the last in the JVM to be compared.
 */
final class RecordMethods {

    private static final Logger LOG = LoggerFactory.getLogger(RecordMethods.class);

    private RecordMethods() {}

    /** Makes each of them anew, for a class that is always there. */
    static void forget() {
        MethodHandle component = MethodHandles.identity(String.class);
        try {
            make("equals", MethodType.methodType(boolean.class, String.class, Object.class), component);
            make("hashCode", MethodType.methodType(int.class, String.class), component);
            make("toString", MethodType.methodType(String.class, String.class), component);
        } catch (Throwable anotherJdk) { // the signature has it so; nothing is lost but the memory
            LOG.debug("the JDK may remember a record of ours", anotherJdk);
        }
    }

    private static void make(String method, MethodType type, MethodHandle component) throws Throwable {
        Object unused = ObjectMethods.bootstrap(MethodHandles.lookup(), method, type, String.class, "value", component);
    }
}
