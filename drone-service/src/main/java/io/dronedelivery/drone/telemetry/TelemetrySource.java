package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.telemetry.TelemetryStatus.Member;
import java.util.List;
import reactor.core.publisher.Mono;

/** What a broker tells of the group that archives. */
interface TelemetrySource {

    /** Never fails. */
    Mono<List<Member>> members();

    /** Never fails; -1 when it is not known. */
    Mono<Long> lag();
}
