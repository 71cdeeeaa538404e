package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.DispatchApi.ParsedAnswer;
import io.dronedelivery.dispatchclient.DispatchStatus.LatencyRow;
import io.dronedelivery.plaintext.PlainText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Human-readable lines in the format of the example's client; errors go to standard error.
 *
 * @see <a href="https://github.com/plasne/high-throughput-service-bus">the example of high throughput to Service Bus</a>
 */
record TextOutput(PrintWriter out, PrintWriter err) implements Output {

    @Override
    public synchronized void started(ConsoleSettings settings, int concurrency) {
        out.println("Service URI will be: " + settings.uri() + ".");
        if (settings.produce()) {
            out.println("Produce " + settings.count() + " messages every "
                    + settings.every().toMillis() + "ms with " + concurrency + " concurrency.");
        }
        if (settings.status()) {
            out.println("Status will be shown every " + seconds(settings.statusEvery()) + " seconds.");
        }
        out.flush();
    }

    private static String seconds(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    @Override
    public synchronized void produced(ParsedAnswer<Production> production) {
        Production value = production.value();
        value.errors().forEach(error -> err.println(PlainText.escape(error)));
        err.flush();
        out.println("adding " + value.accepted() + " to queue of " + value.queued() + " with " + value.inflight()
                + " inflight...");
        out.flush();
    }

    @Override
    public synchronized void status(ParsedAnswer<DispatchStatus> status) {
        DispatchStatus value = status.value();
        out.println("===== status =====");
        out.println("queued: " + value.queued());
        out.println("inflight: " + value.inflight());
        out.println("errors: " + value.errors());
        out.println("concurrency: " + value.concurrency());
        value.latency().forEach(row -> out.println(line(row)));
        out.flush();
    }

    private static String line(LatencyRow row) {
        String share = String.format(Locale.ROOT, "%s%.3f%%: ", row.percent() < 100 ? " " : "", row.percent());
        String written = row.count() + " written";
        return row.count() == 0
                ? share + written
                : share + written + ", " + row.averageMs() + " ms avg latency (" + row.minMs() + " - " + row.maxMs()
                        + ")";
    }

    @Override
    public synchronized void failed(DispatchException failure) {
        err.println(PlainText.escape(failure.text()));
        err.flush();
    }

    @Override
    public synchronized void noDispatcher(ConsoleSettings settings, DispatchException failure) {
        err.println("There is no dispatcher: " + PlainText.escape(failure.text()) + ".");
        err.println("Start the stack with 'mvn spring-boot:run', or say with --uri where the gateway is.");
        err.flush();
    }

    @Override
    public boolean isClosed() {
        return out.checkError();
    }
}
