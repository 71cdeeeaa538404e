package io.dronedelivery.benchmarks.kafka;

import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** A way to send records to Kafka, measured at full speed. */
interface Contender {

    /** Names it in the table. */
    String title();

    /**
     * Sends with a producer of its own, which is closed afterwards.
     *
     * @return what was measured from the first record to the last answer
     */
    Round send(int records) throws IOException, InterruptedException;

    /**
     * @param p50Millis half of the records had their answer within that time, from the call to the callback
     * @param cpuMicrosPerRecord that the sending JVM has used; unlike the rate it hardly depends on what else the machine does
     */
    record Round(double recordsPerSecond, double p50Millis, double p99Millis, double cpuMicrosPerRecord) {

        /** @param micros the times from call to answer, in microseconds */
        static Round of(double recordsPerSecond, Histogram micros) {
            return new Round(
                    recordsPerSecond,
                    micros.getValueAtPercentile(50) / 1000.0,
                    micros.getValueAtPercentile(99) / 1000.0,
                    0);
        }

        Round withCpu(Duration cpu, int records) {
            return new Round(recordsPerSecond, p50Millis, p99Millis, cpu.toNanos() / 1000.0 / records);
        }
    }
}
