package io.dronedelivery.requestreply.postgres;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Notifies other processes of jobs and replies after those were committed. All that is to be told while a notification is on its way
 * goes into the next one. If a notification fails, or this process ends first, the others find the rows with their next poll.
 */
final class OtherProcesses {

    private static final Logger log = LoggerFactory.getLogger(OtherProcesses.class);

    private final JobTable table;
    private final Set<String> channels = ConcurrentHashMap.newKeySet();
    private final SingleFlight telling = new SingleFlight(Mono.defer(this::tell));

    OtherProcesses(JobTable table) {
        this.table = table;
    }

    /** @param channel see {@link Notifications} */
    void tell(String channel) {
        channels.add(channel);
        telling.call();
    }

    private Mono<Void> tell() {
        Set<String> told = Set.copyOf(channels);
        channels.removeAll(told);
        return told.isEmpty()
                ? Mono.empty()
                : table.tell(told).onErrorResume(failure -> {
                    log.debug("Other processes find by polling what they were not told: {}", failure.toString());
                    return Mono.empty();
                });
    }

    /** Tells nothing more. */
    void stop() {
        telling.stop();
    }
}
