package io.dronedelivery.dronesimulator;

import io.dronedelivery.dronesimulator.SimulatorJson.SendLatency;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** For people: the report on standard output, everything else beside it. */
record TextProgress(PrintWriter out, PrintWriter err) implements SimulationProgress {

    @Override
    public void warned(List<String> warnings) {
        warnings.forEach(warning -> tell(err, "Warning: %s", warning));
    }

    @Override
    public void second(Second second) {
        tell(
                err,
                "%4d s: %,9d sent, %,9d acknowledged, %,d failed, %,d outstanding, p99 %s",
                second.number(),
                second.sent(),
                second.acknowledged(),
                second.failed(),
                second.outstanding(),
                second.latency().getTotalCount() == 0
                        ? "-"
                        : millis(second.latency().getValueAtPercentile(99)));
    }

    @Override
    public void failed(String why) {
        tell(err, "%s", why);
    }

    @Override
    public void over(SimulationReport report) {
        SimulatorSettings settings = report.settings();
        tell(
                out,
                "Run %s: %,.0f messages a second to %s, %d thread(s), %,d drones, %,d bytes of data each",
                settings.run(),
                settings.perSecond(),
                settings.target().channel(),
                settings.threads(),
                settings.drones(),
                report.bytes() / Math.max(1, report.sent()));
        tell(out, "Due:          %,12d", report.intended());
        tell(out, "Sent:         %,12d  %,.0f/s", report.sent(), report.sentPerSecond());
        tell(out, "Acknowledged: %,12d  %,.0f/s", report.acknowledged(), report.acknowledgedPerSecond());
        tell(out, "Failed:       %,12d", report.failed());
        report.failures().forEach((reason, count) -> tell(out, "              %,12d  %s", count, reason));
        tell(out, "Unknown:      %,12d", report.outstanding());
        tell(out, "From the moment at which a message was to be sent to");
        tell(out, "  its sending:         %s", latency(report.lateness()));
        tell(out, "  its acknowledgement: %s", latency(report.acknowledgement()));
        Usage usage = report.usage();
        tell(
                out,
                "Processors used: %.2f of %d by the simulator, %.0f %% of the machine by all",
                usage.process(),
                usage.processors(),
                usage.machine() * 100);
        Limits.after(report).forEach(warning -> tell(out, "Warning: %s", warning));
        Limits.remarks(report).forEach(remark -> tell(out, "Note: %s", remark));
    }

    private static String latency(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return "none after the warm-up";
        }
        SendLatency latency = SendLatency.of(micros);
        return String.format(
                Locale.ROOT,
                "p50 %s, p99 %s, p99.9 %s, max %s; %.2f %% within 1 ms, %.2f %% within 10 ms, %.2f %% within 100 ms",
                millis(latency.p50()),
                millis(latency.p99()),
                millis(latency.p999()),
                millis(latency.max()),
                latency.within1ms() * 100,
                latency.within10ms() * 100,
                latency.within100ms() * 100);
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%.2f ms", micros / 1e3);
    }

    private static synchronized void tell(PrintWriter to, String format, Object... values) {
        to.println(String.format(Locale.ROOT, format, values));
        to.flush();
    }
}
