package io.dronedelivery.lab.comparisons.kafka;

import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** A way to send records to Kafka, measured at full speed. */
interface Contender {

    /** Names it in the table. */
    String title();

    /**
     * Sends with a separate producer, which is closed afterwards.
     *
     * @param records about so many
     * @return what was measured from the first record to the last answer
     */
    ContenderRound send(int records) throws IOException, InterruptedException;

    /**
     * @param records that were sent
     * @param p50Millis half of the records, or of the lists, had their answer within that time, from the call to the callback
     * @param cpuMicrosPerRecord that the sending JVM has used; unlike the rate it hardly depends on what else the machine does
     */
    record ContenderRound(
            long records, double recordsPerSecond, double p50Millis, double p99Millis, double cpuMicrosPerRecord) {

        /**
         * A round that ends now.
         *
         * @param startNanos when it began
         * @param micros the times from call to answer, in microseconds
         */
        static ContenderRound of(long records, long startNanos, Histogram micros) {
            return new ContenderRound(
                    records,
                    records / ((System.nanoTime() - startNanos) / 1e9),
                    micros.getValueAtPercentile(50) / 1000.0,
                    micros.getValueAtPercentile(99) / 1000.0,
                    0);
        }

        ContenderRound withCpu(Duration cpu) {
            return new ContenderRound(
                    records, recordsPerSecond, p50Millis, p99Millis, cpu.toNanos() / 1000.0 / records);
        }
    }
}
