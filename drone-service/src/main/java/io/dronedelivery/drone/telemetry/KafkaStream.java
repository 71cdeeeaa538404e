package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.telemetry.TelemetryStatus.MemberStatus;
import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * Telemetry from Kafka: starts and ends the member that archives and the reader of the other partitions. Any thread may call it. While a
 * context is paused it runs on, as the web server does, which answers with its positions.
 */
final class KafkaStream extends FinalLifecycle implements TelemetrySource, Drainable {

    private static final Logger log = LoggerFactory.getLogger(KafkaStream.class);

    /** Like the consumers of events, stops after the drain, which normally has done all of this. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1600;

    private final DroneTelemetryProperties settings;
    private final TelemetryKafkaClients clients;
    private final TelemetryTopic topic;
    private final ArchivingMember member;
    private final PositionFollower follower;

    KafkaStream(
            DroneTelemetryProperties settings,
            TelemetryKafkaClients clients,
            TelemetryTopic topic,
            ArchivingMember member,
            PositionFollower follower) {
        super(PHASE);
        this.settings = settings;
        this.clients = clients;
        this.topic = topic;
        this.member = member;
        this.follower = follower;
    }

    @Override
    protected void begin() {
        follower.start(clients.follower(settings));
        member.start(clients.member(settings));
        log.info("Archives {} with the group {}", settings.channel(), settings.group());
    }

    @Override
    protected Mono<Void> end() {
        return shutDown();
    }

    @Override
    public String name() {
        return "telemetry";
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    @Override
    public void disable() {
        member.disable();
    }

    @Override
    public Mono<Void> drained() {
        return member.drained();
    }

    @Override
    public Mono<Void> shutDown() {
        return Mono.when(member.stop(), follower.stop());
    }

    @Override
    public Mono<List<MemberStatus>> members() {
        return topic.members();
    }

    @Override
    public Mono<Long> lag() {
        return topic.lag();
    }
}
