package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class CoalescerTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private static final Aggregate VALUE =
            new Aggregate(new byte[0][], new BackendFailure[0], new long[0], 0, 1, true, null);

    private final List<Sinks.One<Aggregate>> calls = new ArrayList<>();
    private final AtomicInteger shared = new AtomicInteger();
    private final Coalescer<Aggregate> coalescer = coalescer(1000);

    private Coalescer<Aggregate> coalescer(int maxCallers) {
        return new Coalescer<>(
                request -> List.of(Arrays.asList(request.values()), request.forwarded()),
                request -> {
                    Sinks.One<Aggregate> call = Sinks.one();
                    synchronized (calls) {
                        calls.add(call);
                    }
                    return call.asMono();
                },
                () -> ImmediateEventExecutor.INSTANCE,
                shared::incrementAndGet,
                maxCallers);
    }

    private static AggregateRequest request() {
        return request(List.of());
    }

    private static AggregateRequest request(List<List<String>> headers) {
        return new AggregateRequest(
                new String[] {"x"},
                headers,
                null,
                "caller",
                new RequestTrace(null, null, null),
                new TimeLimit(Duration.ofSeconds(1), false),
                bytes -> true,
                null);
    }

    @Test
    void callers_beyond_the_limit_have_calls_of_their_own() {
        Coalescer<Aggregate> small = coalescer(2);
        List<CompletableFuture<Aggregate>> callers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            callers.add(small.shared(request()).toFuture());
        }

        assertThat(calls).hasSize(2);
        assertThat(shared).hasValue(1);
        calls.get(0).tryEmitValue(VALUE);
        assertThat(callers.get(0)).isCompletedWithValue(VALUE);
        assertThat(callers.get(1)).isCompletedWithValue(VALUE);
        assertThat(callers.get(2)).isNotDone();
        calls.get(1).tryEmitValue(VALUE);
        assertThat(callers.get(2)).isCompletedWithValue(VALUE);
    }

    @Test
    void each_caller_gets_a_problem_of_its_own() {
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            coalescer.shared(request()).subscribe(value -> {}, failures::add);
        }
        calls.get(0)
                .tryEmitError(ProblemException.of(ProblemType.BACKEND_BUSY, "full")
                        .with("part", "it")
                        .retryAfter(Duration.ofSeconds(7)));

        assertThat(failures).hasSize(2).allSatisfy(failure -> {
            ErrorResponseException problem = (ErrorResponseException) failure;
            assertThat(problem.getBody().getDetail()).isEqualTo("full");
            assertThat(problem.getBody().getProperties()).containsEntry("part", "it");
            assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("7");
        });
        assertThat(failures.get(0)).isNotSameAs(failures.get(1));
    }

    @Test
    void a_caller_that_joins_while_the_last_one_leaves_gets_an_answer() throws Exception {
        for (int round = 0; round < 5_000; round++) {
            calls.clear();
            Disposable leaving = coalescer.shared(request()).subscribe();
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<Void> left = CompletableFuture.runAsync(
                    () -> {
                        meet(together);
                        leaving.dispose();
                    },
                    A_THREAD_EACH);
            meet(together);
            CompletableFuture<Aggregate> coming = coalescer.shared(request()).toFuture();
            left.join();
            calls.forEach(call -> call.tryEmitValue(VALUE));

            assertThat(coming).as("round " + round).isCompletedWithValue(VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_caller_that_leaves_while_it_joins_leaves_no_calls_behind(int lookup) {
        Headers headers = new Headers();
        BaseSubscriber<Aggregate> leaving = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                headers.atLookup(lookup, this::cancel);
                subscription.request(1);
            }
        };
        coalescer.shared(request(headers)).subscribe(leaving);

        assertThat(calls)
                .allSatisfy(call -> assertThat(call.currentSubscriberCount()).isZero());
        Headers same = new Headers();
        CompletableFuture<Aggregate> next = coalescer.shared(request(same)).toFuture();
        assertThat(same.compared).as("nothing of the first one is kept").isZero();
        calls.forEach(call -> call.tryEmitValue(VALUE));
        assertThat(next).isCompletedWithValue(VALUE);
    }

    @Test
    void the_last_caller_that_leaves_cancels_the_calls_and_the_next_one_starts_new_ones() {
        Disposable first = coalescer.shared(request()).subscribe();
        Disposable second = coalescer.shared(request()).subscribe();

        first.dispose();
        assertThat(calls.get(0).currentSubscriberCount()).isEqualTo(1);
        second.dispose();

        assertThat(calls.get(0).currentSubscriberCount()).isZero();
        CompletableFuture<Aggregate> next = coalescer.shared(request()).toFuture();
        assertThat(calls).hasSize(2);
        calls.get(1).tryEmitValue(VALUE);
        assertThat(next).isCompletedWithValue(VALUE);
    }

    @Test
    void nothing_is_kept_after_the_calls() {
        Mono<Aggregate> caller = coalescer.shared(request());
        CompletableFuture<Aggregate> first = caller.toFuture();
        calls.get(0).tryEmitValue(VALUE);
        assertThat(first).isCompletedWithValue(VALUE);

        coalescer.shared(request()).subscribe();

        assertThat(calls).hasSize(2);
        assertThat(shared).hasValue(0);
    }

    @Test
    void who_sets_a_deadline_has_calls_of_its_own() {
        AggregateRequest impatient = new AggregateRequest(
                new String[] {"x"},
                List.of(),
                null,
                "caller",
                new RequestTrace(null, null, null),
                new TimeLimit(Duration.ofSeconds(1), true),
                bytes -> true,
                null);
        CompletableFuture<Aggregate> first = coalescer.shared(request()).toFuture();
        CompletableFuture<Aggregate> second = coalescer.shared(impatient).toFuture();

        assertThat(calls).hasSize(2);
        calls.get(1).tryEmitValue(VALUE);
        assertThat(second).isCompletedWithValue(VALUE);
        assertThat(first).isNotDone();
    }

    @Test
    void an_answer_is_given_on_the_callers_own_loop() throws Exception {
        DefaultEventExecutor loop = new DefaultEventExecutor();
        try {
            Coalescer<Aggregate> onLoops = new Coalescer<>(
                    request -> List.of(Arrays.asList(request.values()), request.forwarded()),
                    request -> Mono.just(VALUE),
                    () -> loop,
                    shared::incrementAndGet,
                    1000);

            Boolean inLoop = onLoops.shared(request())
                    .map(value -> loop.inEventLoop())
                    .toFuture()
                    .get(1, TimeUnit.MINUTES);

            assertThat(inLoop).isTrue();
        } finally {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    @Test
    void each_caller_hears_that_there_is_no_second_answer() {
        List<String> signals = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            coalescer
                    .shared(request())
                    .doOnSuccess(value -> signals.add("end"))
                    .subscribe(value -> {}, e -> {}, () -> signals.add("complete"));
        }
        calls.get(0).tryEmitValue(VALUE);

        assertThat(signals).containsExactly("end", "complete", "end", "complete");
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Headers that notice when requests with them are looked for. */
    private static final class Headers extends AbstractList<List<String>> {

        private int lookups;
        private int compared;
        private int lookup;
        private Runnable meanwhile = () -> {};

        /** What happens when they are looked for so many times: first among the running ones, then to become one of them. */
        void atLookup(int nth, Runnable what) {
            lookup = nth;
            meanwhile = what;
        }

        @Override
        public int hashCode() {
            if (++lookups == lookup) {
                meanwhile.run();
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            compared++;
            return other instanceof Headers;
        }

        @Override
        public List<String> get(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int size() {
            return 0;
        }
    }
}
