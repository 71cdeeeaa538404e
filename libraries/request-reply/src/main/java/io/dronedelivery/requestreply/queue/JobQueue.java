package io.dronedelivery.requestreply.queue;

import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * The queue between callers and workers, implemented for each broker. It connects at the first use and then creates missing tables or
 * topics; if that fails, the next use tries again. It fails with {@link JobQueueFullException} when there is no room for a job. Any other
 * failure means that the broker cannot do the call now. Any thread may call all methods; none blocks.
 */
public interface JobQueue {

    /** The kind of queue, such as {@code postgres}; a tag of the meters. */
    String design();

    /** @param replies is called with each reply, from any thread, and must not block */
    Mono<ReplyChannel> openChannel(Consumer<Reply> replies);

    /** Puts a job into the queue; completes when the queue has it. */
    Mono<Void> submit(Job job);

    /**
     * The jobs for one worker; each subscription is a separate consumer.
     *
     * @return never more jobs than were requested. Ends, with or without an error, when the connection to the broker does
     */
    Publisher<JobDelivery> deliveries();

    /** How many jobs wait for a worker; empty when the broker does not report it. */
    default Mono<Long> depth() {
        return Mono.empty();
    }

    /**
     * How many jobs the broker has given up, because they were delivered too often without a settlement; empty for queues that give none
     * up.
     */
    default Mono<Long> deadLetters() {
        return Mono.empty();
    }

    /** Leaves the broker and closes all connections. */
    Mono<Void> close();
}
