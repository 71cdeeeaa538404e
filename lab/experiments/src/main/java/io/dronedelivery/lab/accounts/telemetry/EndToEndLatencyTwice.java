package io.dronedelivery.lab.accounts.telemetry;

import java.lang.reflect.Method;
import org.apache.kafka.tools.EndToEndLatency;

/**
 * Runs Kafka's EndToEndLatency twice in one JVM: it has no warm-up, and the slowest hundredth of its first records is the start of a JVM. The
 * figures of the second run are printed last.
 */
final class EndToEndLatencyTwice {

    private EndToEndLatencyTwice() {}

    /** With the tool's own arguments; its {@code main} would end the JVM. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Method tool = EndToEndLatency.class.getDeclaredMethod("execute", String[].class);
        tool.setAccessible(true);
        for (int run = 1; run <= 2; run++) {
            tool.invoke(null, (Object) args);
        }
    }
}
