package io.dronedelivery.drone.telemetry;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Identifier;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Returns the position of a drone once, or as a stream. */
@RestController
@ConditionalOnTelemetry
final class PositionController {

    private final LatestPositions positions;
    private final LiveStreams streams;

    PositionController(LatestPositions positions, LiveStreams streams) {
        this.positions = positions;
        this.streams = streams;
    }

    @Access("scope:drones.read")
    @GetMapping(path = "/api/v1/drones/{droneId}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<Position> position(@PathVariable("droneId") @Identifier String droneId) {
        return Mono.fromSupplier(() -> Position.of(known(droneId)));
    }

    @Access("scope:drones.read")
    @GetMapping(path = "/api/v1/drones/{droneId}/positions", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<Position>> positions(@PathVariable("droneId") @Identifier String droneId) {
        return Flux.defer(() -> streams.of(known(droneId).droneId()));
    }

    /** The stream of all drones. The literal path takes precedence over the path of one drone, so no drone can have this name. */
    @Access("scope:drones.read")
    @GetMapping(path = "/api/v1/drones/positions", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<Position>> positionsOfAll() {
        return Flux.defer(streams::ofAll);
    }

    private DroneTelemetry known(String droneId) {
        DroneTelemetry telemetry = positions.of(droneId);
        if (telemetry == null) {
            throw ProblemException.of(
                    ProblemType.NOT_FOUND, "Nothing has been heard of a drone with the id '" + droneId + "'.");
        }
        return telemetry;
    }
}
