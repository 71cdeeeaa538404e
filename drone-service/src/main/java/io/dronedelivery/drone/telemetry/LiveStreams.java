package io.dronedelivery.drone.telemetry;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Streams positions to clients. Each stream holds at most one waiting position and one waiting heartbeat, however slow its client is.
 * Streams end when the instance is drained, and before the web server waits for its requests. Any thread may call it.
 */
final class LiveStreams extends FinalLifecycle implements Drainable {

    private static final Duration COME_AGAIN = Duration.ofSeconds(5);

    private final LatestPositions positions;
    private final DroneTelemetryProperties.Live settings;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger openOfAll = new AtomicInteger();
    private final Sinks.Empty<Void> end = Sinks.empty();

    LiveStreams(LatestPositions positions, DroneTelemetryProperties.Live settings, MeterRegistry meters) {
        super(DEFAULT_PHASE);
        this.positions = positions;
        this.settings = settings;
        Gauge.builder("drone.telemetry.streams", open, AtomicInteger::get)
                .description("Clients that follow a drone")
                .register(meters);
        Gauge.builder("drone.telemetry.fleet.streams", openOfAll, AtomicInteger::get)
                .description("Clients that follow all drones")
                .register(meters);
    }

    /** @return fails with {@link ProblemType#UNAVAILABLE} when the limit of streams is reached */
    Flux<ServerSentEvent<Position>> of(String droneId) {
        return limited(open, settings.clients(), stream(positions.live(droneId, settings.interval())));
    }

    /**
     * The stream of all drones. It begins with a comment, because no drone may have sent anything yet.
     *
     * @return fails with {@link ProblemType#UNAVAILABLE} when the limit of streams is reached
     */
    Flux<ServerSentEvent<Position>> ofAll() {
        return limited(
                openOfAll,
                settings.fleetClients(),
                stream(positions.liveOfAll(settings.fleetInterval())).startWith(comment()));
    }

    private static Flux<ServerSentEvent<Position>> limited(
            AtomicInteger open, int most, Flux<ServerSentEvent<Position>> stream) {
        return Flux.defer(() -> {
            if (open.incrementAndGet() > most) {
                open.decrementAndGet();
                return Flux.error(ProblemException.of(
                                ProblemType.UNAVAILABLE, "As many clients follow drones here as are served at a time.")
                        .retryAfter(COME_AGAIN));
            }
            return stream.doFinally(signal -> open.decrementAndGet());
        });
    }

    private Flux<ServerSentEvent<Position>> stream(Flux<DroneTelemetry> live) {
        Flux<ServerSentEvent<Position>> events = live.map(telemetry -> ServerSentEvent.builder(Position.of(telemetry))
                .id(Long.toString(telemetry.createdMicros()))
                .event("position")
                .build());
        Flux<ServerSentEvent<Position>> heartbeats =
                Flux.interval(settings.heartbeat()).onBackpressureDrop().map(tick -> comment());
        return Flux.merge(Flux.just(events, heartbeats), 2, 1).takeUntilOther(end.asMono());
    }

    private static ServerSentEvent<Position> comment() {
        return ServerSentEvent.<Position>builder().comment("").build();
    }

    @Override
    public String name() {
        return "streams of positions";
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    @Override
    public void disable() {
        end.tryEmitEmpty();
    }

    @Override
    public Mono<Void> drained() {
        return Mono.empty();
    }

    @Override
    public Mono<Void> shutDown() {
        return Mono.empty();
    }

    /** Stops in the highest phase, which is the first one. The web server waits for its requests in a lower phase. */
    @Override
    protected Mono<Void> end() {
        disable();
        return Mono.empty();
    }
}
