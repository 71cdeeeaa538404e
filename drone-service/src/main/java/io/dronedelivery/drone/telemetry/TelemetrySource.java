package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.telemetry.TelemetryStatus.MemberStatus;
import java.util.List;
import reactor.core.publisher.Mono;

/** The broker's report on the group that archives. */
interface TelemetrySource {

    /** The members of the group. Never fails. */
    Mono<List<MemberStatus>> members();

    /** The number of messages that the group has not archived; -1 when unknown. Never fails. */
    Mono<Long> lag();
}
