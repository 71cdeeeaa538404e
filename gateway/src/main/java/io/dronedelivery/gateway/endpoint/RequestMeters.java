package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.telemetry.MethodNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * {@code http.server.requests} for one endpoint, with the tags that Spring gives it. Spring's own observation of a request builds
 * its tags each time; here there is one timer for each pair of method and status that has occurred.
 */
final class RequestMeters {

    /** The status of a request whose caller has gone. */
    static final int ABORTED = 0;

    private final MeterRegistry meters;
    private final String uri;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
    private final HttpMethod usualMethod;
    private final Timer usual;

    private record Key(String method, int status) {}

    RequestMeters(MeterRegistry meters, HttpMethod usualMethod, String uri) {
        this.meters = meters;
        this.uri = uri;
        this.usualMethod = usualMethod;
        this.usual = timer(new Key(usualMethod.name(), HttpStatus.OK.value()));
    }

    void record(HttpMethod method, int status, long nanos) {
        Timer timer = status == 200 && method == usualMethod
                ? usual
                : timers.computeIfAbsent(new Key(MethodNames.of(method, "UNKNOWN"), status), this::timer);
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Key key) {
        HttpStatus status = HttpStatus.resolve(key.status());
        String outcome = status == null ? "UNKNOWN" : status.series().name();
        return Timer.builder("http.server.requests")
                .description("requests, from their first byte to the end of the answer; of a stream to its head")
                .tags(
                        "method",
                        key.method(),
                        "uri",
                        uri,
                        "status",
                        status == null ? "UNKNOWN" : String.valueOf(key.status()))
                .tags(
                        "outcome",
                        outcome.equals("SUCCESSFUL") ? "SUCCESS" : outcome,
                        "exception",
                        "none",
                        "error",
                        "none")
                .register(meters);
    }
}
