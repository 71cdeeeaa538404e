package io.dronedelivery.dronesimulator;

/**
 * When messages are due. All threads take turns in one schedule, so that together they send evenly.
 *
 * @param startMicros when the first message of all is due, in microseconds since the epoch
 * @param perSecond messages of all threads
 * @param count of all threads
 * @param part which thread of all this is, from 0
 * @param parts how many threads there are in all
 */
record Schedule(long startMicros, double perSecond, long count, int part, int parts) {

    private static final double MICROS_PER_SECOND = 1e6;

    /** How many messages this thread sends. */
    long size() {
        return Math.max(0, (count - part + parts - 1) / parts);
    }

    /**
     * The moment of a message.
     *
     * @param number of this thread's messages, from 0
     */
    long dueMicros(long number) {
        return startMicros + (long) ((number * parts + part) * MICROS_PER_SECOND / perSecond);
    }

    /** How many of this thread's messages are due not later than a moment. */
    long dueUntil(long micros) {
        double ofAllThreads = Math.max(0, micros - startMicros) * perSecond / MICROS_PER_SECOND;
        long number = Math.min(size(), (long) (ofAllThreads / parts));
        // That is an estimate: which messages are due is for their moments to say, which are rounded.
        while (number < size() && dueMicros(number) <= micros) {
            number++;
        }
        while (number > 0 && dueMicros(number - 1) > micros) {
            number--;
        }
        return number;
    }
}
