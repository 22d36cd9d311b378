package dev.gatehouse.transport;

/**
 * Wakes exchanges at points in time.
 *
 * <p>One structure serves all live exchanges; setting an alarm anew is cheap and happens for every chunk of a stream.
 */
public interface Alarms {

    /** Stands for "no time". */
    long NEVER = Long.MAX_VALUE;

    /** The clock that alarms follow: nanoseconds from an arbitrary start, never going back. */
    long nanoTime();

    /** Opens an alarm that runs {@code ring} on a worker thread, never on the timer's own. Not set to any time yet. */
    Alarm open(Runnable ring);

    /** One exchange's alarm. Threads: any; the last {@link #set} counts. */
    interface Alarm {

        /**
         * Rings at {@code nanoTime} or soon after; {@link Alarms#NEVER} for not at all. A time in the past rings at once. A
         * ring that was already under way may still come: the ringing checks what it was for.
         */
        void set(long nanoTime);

        /** Gives the alarm up; it does not ring any more. */
        void close();
    }
}
