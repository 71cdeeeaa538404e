package io.dronedelivery.requestreply;

import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * The queue between callers and workers, implemented by each design. It connects at the first use and creates missing tables or topics
 * then; if that fails, the next use tries again. Operations that the broker cannot do at the moment fail with
 * {@link JobQueueUnavailableException}. All methods may be called by any thread, and none blocks.
 */
public interface JobQueue {

    /** Which design this is, such as {@code postgres}; a tag of the meters. */
    String design();

    /**
     * Opens one more place for replies.
     *
     * @param replies is called with each reply, from any thread, and must not block
     */
    Mono<ReplyChannel> openChannel(Consumer<Reply> replies);

    /**
     * Puts a job into the queue.
     *
     * @return completes when the queue has it. Fails with {@link JobQueueFullException} when there is no room
     */
    Mono<Void> submit(Job job);

    /**
     * The jobs for one worker; each subscription is a consumer of its own.
     *
     * @param prefetch the most jobs that the subscriber holds unsettled at a time, as a hint; what counts is what it requests
     * @return never more jobs than were requested. Ends, with or without an error, when the connection to the broker does
     */
    Publisher<JobDelivery> deliveries(int prefetch);

    /** How many jobs wait for a worker; empty when the broker does not tell. */
    Mono<Long> depth();

    /**
     * How many jobs the broker has given up, because they were delivered too often without having been settled; empty in designs that give none
     * up.
     */
    default Mono<Long> deadLetters() {
        return Mono.empty();
    }

    /** Leaves the broker and closes all connections. */
    Mono<Void> close();
}
