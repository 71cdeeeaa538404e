package io.dronedelivery.requestreply.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

class JobDistributorTest {

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger nobody = new AtomicInteger();
    private final JobDistributor distributor = new JobDistributor(asked::incrementAndGet, nobody::incrementAndGet);

    @Test
    void jobs_go_to_the_workers_in_turns() {
        Worker first = worker(10);
        Worker second = worker(10);

        offer("a", "b", "c", "d");

        assertThat(first.jobs).hasSize(2);
        assertThat(second.jobs).hasSize(2);
        assertThat(distributor.size()).isZero();
    }

    @Test
    void a_worker_gets_as_many_as_it_asked_for_and_the_others_wait() {
        Worker worker = worker(2);

        offer("a", "b", "c");

        assertThat(worker.jobs).containsExactly("a", "b");
        assertThat(distributor.size()).isEqualTo(1);
        assertThat(distributor.demand()).isEqualTo(-1);

        worker.request(3);
        assertThat(worker.jobs).containsExactly("a", "b", "c");
        assertThat(distributor.size()).isZero();
        assertThat(distributor.demand()).isEqualTo(2);
    }

    @Test
    void whoever_fetches_jobs_learns_of_each_demand() {
        Worker worker = worker(1);
        assertThat(asked).hasValue(1);

        worker.request(1);

        assertThat(asked).hasValue(2);
        assertThat(distributor.demand()).isEqualTo(2);
    }

    @Test
    void a_worker_that_left_gets_no_more() {
        Worker staying = worker(10);
        Worker leaving = worker(10);
        leaving.cancel();

        offer("a", "b");

        assertThat(leaving.jobs).isEmpty();
        assertThat(staying.jobs).containsExactly("a", "b");
        assertThat(nobody).hasValue(0);
        assertThat(distributor.demand()).isEqualTo(8);
    }

    @Test
    void jobs_wait_while_there_is_no_worker_and_are_told() {
        assertThat(distributor.hasWorkers()).isFalse();
        offer("a", "b");
        assertThat(nobody).hasValue(2);
        assertThat(distributor.size()).isEqualTo(2);

        Worker worker = worker(1);
        assertThat(distributor.hasWorkers()).isTrue();
        assertThat(worker.jobs).containsExactly("a");

        worker.cancel();
        assertThat(nobody).hasValue(3);
        assertThat(distributor.hasWorkers()).isFalse();
        worker.cancel();
        assertThat(nobody).hasValue(3);
    }

    @Test
    void jobs_that_wait_can_be_taken_back() {
        offer("a", "b");

        assertThat(distributor.takeAll())
                .extracting(delivery -> delivery.job().id())
                .containsExactly("a", "b");

        assertThat(distributor.size()).isZero();
        assertThat(distributor.takeAll()).isEmpty();
        assertThat(worker(5).jobs).isEmpty();
    }

    @Test
    void a_worker_that_asks_while_it_is_handed_a_job_gets_the_next_one_afterwards() {
        List<String> handed = new ArrayList<>();
        offer("a", "b", "c");
        distributor.consumer().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(1);
            }

            @Override
            protected void hookOnNext(JobDelivery delivery) {
                request(1);
                handed.add(delivery.job().id());
            }
        });

        assertThat(handed).containsExactly("a", "b", "c");
    }

    private Worker worker(long demand) {
        Worker worker = new Worker(demand);
        distributor.consumer().subscribe(worker);
        return worker;
    }

    private void offer(String... ids) {
        for (String id : ids) {
            distributor.offer(new Delivered(id));
        }
    }

    private static final class Worker extends BaseSubscriber<JobDelivery> {

        private final long demand;
        private final List<String> jobs = new ArrayList<>();

        Worker(long demand) {
            this.demand = demand;
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(demand);
        }

        @Override
        protected void hookOnNext(JobDelivery delivery) {
            jobs.add(delivery.job().id());
        }
    }

    private record Delivered(String id) implements JobDelivery {

        @Override
        public Job job() {
            return new Job(id, "reply", new byte[0], 1, Instant.EPOCH, Instant.MAX, Map.of());
        }

        @Override
        public Mono<Void> reply(Reply reply) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> abandon() {
            return Mono.empty();
        }

        @Override
        public Mono<Void> release() {
            return Mono.empty();
        }

        @Override
        public Mono<Void> drop() {
            return Mono.empty();
        }
    }
}
