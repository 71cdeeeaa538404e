package io.dronedelivery.benchmarks.kafka;

import java.io.IOException;

/** One who sends records to Kafka as fast as it can. */
interface Contender {

    /** Names it in the table. */
    String title();

    /**
     * Sends with a producer of its own, which is closed afterwards.
     *
     * @return what was measured from the first record to the last answer
     */
    Round send(int records) throws IOException;

    /** @param p50Millis half of the records had their answer within that time, from the call to the callback */
    record Round(double recordsPerSecond, double p50Millis, double p99Millis) {}
}
