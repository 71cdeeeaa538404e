package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.Reply;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A delivery whose broker the test holds in its hands, and which says what has become of it. */
final class RecordedDelivery implements JobDelivery {

    /** No reply can be addressed to it, as to a session with too long a name on Service Bus. */
    static final String NOWHERE = "";

    private final Job job;
    private final Supplier<Mono<Void>> broker;
    private final Consumer<String> settlements;
    private @Nullable Reply reply;

    /**
     * @param broker confirms a settlement, or does not
     * @param settlements get the job's id and how it was settled, such as "a replied", when that is confirmed
     */
    RecordedDelivery(Job job, Supplier<Mono<Void>> broker, Consumer<String> settlements) {
        this.job = job;
        this.broker = broker;
        this.settlements = settlements;
    }

    /** What its caller gets; null while that is nothing. */
    @Nullable
    Reply reply() {
        return reply;
    }

    @Override
    public Job job() {
        return job;
    }

    @Override
    public Mono<Void> reply(Reply answer) {
        if (job.replyTo().equals(NOWHERE)) {
            throw new IllegalArgumentException("There is no such address");
        }
        return settlement("replied").doOnSuccess(confirmed -> reply = answer);
    }

    @Override
    public Mono<Void> abandon() {
        return settlement("abandoned");
    }

    @Override
    public Mono<Void> release() {
        return settlement("released");
    }

    @Override
    public Mono<Void> drop() {
        return settlement("dropped");
    }

    private Mono<Void> settlement(String how) {
        return Mono.defer(broker).then(Mono.fromRunnable(() -> settlements.accept(job.id() + " " + how)));
    }
}
