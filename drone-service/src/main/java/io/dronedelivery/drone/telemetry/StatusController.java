package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.Archive;
import io.dronedelivery.drone.archive.ArchiveFigures;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The telemetry of this instance, for operators and experiments. */
@RestController
@ConditionalOnTelemetry
final class StatusController {

    private final TelemetrySource source;
    private final LatestPositions positions;
    private final StreamFigures figures;
    private final Archive archive;

    StatusController(TelemetrySource source, LatestPositions positions, StreamFigures figures, Archive archive) {
        this.source = source;
        this.positions = positions;
        this.figures = figures;
        this.archive = archive;
    }

    /** The present state and figures. */
    @GetMapping("/internal/telemetry/status")
    Mono<TelemetryStatus> status() {
        return Mono.zip(source.members(), source.lag()).map(broker -> status(broker.getT1(), broker.getT2()));
    }

    /** Clears the legs. The counts continue. */
    @PostMapping("/internal/telemetry/reset")
    Mono<TelemetryStatus> reset() {
        return Mono.fromRunnable(figures::reset).then(Mono.defer(this::status));
    }

    private TelemetryStatus status(List<TelemetryStatus.MemberStatus> members, long lag) {
        ArchiveFigures kept = archive.figures();
        return new TelemetryStatus(
                figures.received.sum(),
                figures.processed.sum(),
                figures.archived.sum(),
                figures.repeated.sum(),
                figures.rejected.sum(),
                figures.followed.sum(),
                positions.size(),
                lag,
                kept.files(),
                kept.bytes(),
                members,
                figures.legs(),
                archive.trouble());
    }
}
