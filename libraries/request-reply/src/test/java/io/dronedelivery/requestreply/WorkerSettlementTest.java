package io.dronedelivery.requestreply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What a worker does while a reply is on its way to the broker. */
class WorkerSettlementTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Sinks.Empty<Void> brokerAnswers = Sinks.empty();
    private final Queue<String> begun = new ConcurrentLinkedQueue<>();

    @Test
    void next_jobs_are_begun_up_to_the_prefetch_while_replies_are_on_their_way() {
        Party party = party(2);
        Disposable asked = Flux.just("a", "b", "c").flatMap(party::ask).subscribe();

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly("a", "b"));
        await().atMost(TIMEOUT).until(() -> party.workers().status().busy() == 0);
        assertThat(party.workers().status().done()).containsExactly(0L);
        assertThat(begun).containsExactly("a", "b");

        brokerAnswers.tryEmitEmpty();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly("a", "b", "c"));
        await().atMost(TIMEOUT).until(asked::isDisposed);
        party.close();
    }

    @Test
    void worker_that_holds_one_job_only_waits_for_its_reply() {
        Party party = party(1);
        Disposable asked = Flux.just("a", "b").flatMap(party::ask).subscribe();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly("a"));
        await().atMost(TIMEOUT).until(() -> party.workers().status().busy() == 0);

        assertThat(begun).containsExactly("a");
        brokerAnswers.tryEmitEmpty();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly("a", "b"));
        await().atMost(TIMEOUT).until(asked::isDisposed);
        party.close();
    }

    @Test
    void worker_does_not_leave_before_its_replies_are_sent() {
        Party party = party(2);
        Disposable asked = Flux.just("a", "b").flatMap(party::ask).subscribe();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(begun).containsExactly("a", "b"));
        await().atMost(TIMEOUT).until(() -> party.workers().status().busy() == 0);

        AtomicBoolean stopped = new AtomicBoolean();
        Disposable stopping =
                party.workers().stop().doOnSuccess(end -> stopped.set(true)).subscribe();
        assertThat(stopped).isFalse();
        brokerAnswers.tryEmitEmpty();

        await().atMost(TIMEOUT).untilTrue(stopped);
        await().atMost(TIMEOUT).until(asked::isDisposed);
        stopping.dispose();
        party.close();
    }

    private Party party(int prefetch) {
        return new Party(new SlowToReply(new MemoryJobQueue(10), brokerAnswers.asMono()))
                .pool(3, 3, 0)
                .workers(1, prefetch)
                .handler(job -> Mono.fromSupplier(() -> {
                    begun.add(new String(job.body(), UTF_8));
                    return job.body();
                }))
                .start();
    }

    /** A queue whose replies take until somebody lets them pass. */
    private record SlowToReply(JobQueue queue, Mono<Void> pass) implements JobQueue {

        @Override
        public String design() {
            return queue.design();
        }

        @Override
        public Mono<ReplyChannel> openChannel(Consumer<Reply> replies) {
            return queue.openChannel(replies);
        }

        @Override
        public Mono<Void> submit(Job job) {
            return queue.submit(job);
        }

        @Override
        public Publisher<JobDelivery> deliveries() {
            return Flux.from(queue.deliveries()).map(delivery -> new SlowDelivery(delivery, pass));
        }

        @Override
        public Mono<Long> depth() {
            return queue.depth();
        }

        @Override
        public Mono<Void> close() {
            return queue.close();
        }
    }

    private record SlowDelivery(JobDelivery delivery, Mono<Void> pass) implements JobDelivery {

        @Override
        public Job job() {
            return delivery.job();
        }

        @Override
        public Mono<Void> reply(Reply reply) {
            return pass.then(delivery.reply(reply));
        }

        @Override
        public Mono<Void> abandon() {
            return delivery.abandon();
        }

        @Override
        public Mono<Void> release() {
            return delivery.release();
        }

        @Override
        public Mono<Void> drop() {
            return delivery.drop();
        }
    }
}
