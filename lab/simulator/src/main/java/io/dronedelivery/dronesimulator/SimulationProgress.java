package io.dronedelivery.dronesimulator;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Is told how a run goes. */
interface SimulationProgress {

    /** What is likely to be too little, before the run. */
    void warned(List<String> warnings);

    void second(Second second);

    void over(SimulationReport report);

    /** The broker did not answer. */
    void failed(String why);

    /**
     * @param number from 1 on
     * @param acknowledged in this second, with their latency
     */
    record Second(
            long number, long sent, long acknowledged, long failed, long outstanding, long waited, Histogram latency) {

        Second(long number, Figures.Counts before, Figures.Interval interval) {
            this(
                    number,
                    interval.counts().sent() - before.sent(),
                    interval.counts().acknowledged() - before.acknowledged(),
                    interval.counts().failed() - before.failed(),
                    interval.counts().outstanding(),
                    interval.counts().waited() - before.waited(),
                    interval.acknowledgement());
        }
    }
}
