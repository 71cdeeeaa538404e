package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.telemetry.TelemetryStatus.MemberStatus;
import io.dronedelivery.messaging.drain.Drainable;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/** Telemetry from Kafka: starts and ends the member that archives and the reader of the other partitions. Any thread may call it. */
final class KafkaStream implements TelemetrySource, Drainable, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(KafkaStream.class);

    /** Like the consumers of events, stops after the drain, which normally has done all of this. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1600;

    private final DroneTelemetryProperties settings;
    private final TelemetryKafkaClients clients;
    private final TelemetryTopic topic;
    private final ArchivingMember member;
    private final PositionFollower follower;
    private volatile boolean running;

    KafkaStream(
            DroneTelemetryProperties settings,
            TelemetryKafkaClients clients,
            TelemetryTopic topic,
            ArchivingMember member,
            PositionFollower follower) {
        this.settings = settings;
        this.clients = clients;
        this.topic = topic;
        this.member = member;
        this.follower = follower;
    }

    @Override
    public void start() {
        running = true;
        follower.start(clients.follower(settings));
        member.start(clients.member(settings));
        log.info("Archives {} with the group {}", settings.channel(), settings.group());
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    /** The end of the application waits for the callback. */
    @Override
    public void stop(Runnable callback) {
        running = false;
        shutDown().toFuture().whenComplete((nothing, failure) -> callback.run());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /**
     * Not pauseable: its clients are started only once. The web server, which answers with their positions, also runs on while a context is
     * paused.
     */
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
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
