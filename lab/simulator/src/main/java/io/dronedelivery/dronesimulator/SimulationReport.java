package io.dronedelivery.dronesimulator;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What came of a run.
 *
 * @param intended how many messages were due until it ended
 * @param outstanding sent, and neither acknowledged nor known to have failed
 * @param bytes of data in all messages
 * @param waited how many messages found no room and waited for the broker
 * @param behind how many were sent late because of that
 * @param seconds from the first message's moment to the last acknowledgement
 * @param acknowledgement from the moment at which a message was to be sent
 * @param lateness how late messages were handed over, but those that are late because the broker did not take those before
 * @param failures how often each reason
 */
record SimulationReport(
        SimulatorSettings settings,
        long intended,
        long sent,
        long acknowledged,
        long failed,
        long outstanding,
        long bytes,
        long waited,
        long behind,
        double seconds,
        Histogram acknowledgement,
        Histogram lateness,
        Map<String, Long> failures,
        Usage usage) {

    /** Whether every message that was due was sent and acknowledged. */
    boolean isWhole() {
        return acknowledged == intended && failed == 0;
    }

    double sentPerSecond() {
        return sent / Math.max(1e-3, seconds);
    }

    double acknowledgedPerSecond() {
        return acknowledged / Math.max(1e-3, seconds);
    }
}
