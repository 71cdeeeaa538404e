package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What every design of the job queue has to do. */
public abstract class JobQueueContract implements RequestsContract, WorkersContract {

    private final ConcurrentLinkedQueue<Party> parties = new ConcurrentLinkedQueue<>();

    /** A queue of its own for the test that runs; asked a second time, the same queue as another process has it. */
    protected abstract JobQueue queue();

    /** Takes the one job that is there, as a process does that dies with it before its work is done. */
    protected abstract void takeOneJobAndDie();

    /** Cuts all connections to the broker; it is there again at once. */
    protected abstract void cutConnections();

    /** A job that somebody waits for for a minute. */
    protected static Job job(String id, String replyTo) {
        Instant now = Instant.now();
        return new Job(id, replyTo, new byte[0], 1, now, now.plusSeconds(60), Map.of());
    }

    @Override
    public final Party party() {
        Party party = new Party(queue());
        parties.add(party);
        return party;
    }

    @AfterEach
    void closeParties() {
        parties.forEach(Party::close);
    }

    @Test
    void drain_lets_requests_end_refuses_new_ones_and_stops_the_workers() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().workers(2, 1)
                .handler(job -> go.asMono().thenReturn(job.body()))
                .start();
        Mono<List<String>> inFlight =
                Flux.range(0, 6).flatMap(n -> party.ask("q" + n)).collectList().cache();
        Disposable asked = inFlight.subscribe();
        await().atMost(TIMEOUT).until(() -> party.workers().status().busy() == 2);

        party.lifecycle().disable();
        Mono<Void> drained = party.lifecycle().drained().cache();
        Disposable draining = drained.subscribe();
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("new"))
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason)
                .withMessageContaining("shutting down");
        go.tryEmitEmpty();

        assertThat(inFlight.block(TIMEOUT)).hasSize(6);
        drained.block(TIMEOUT);
        assertThat(party.workers().count()).isZero();
        party.lifecycle().shutDown().block(TIMEOUT);
        party.lifecycle().drained().block(TIMEOUT);
        asked.dispose();
        draining.dispose();
    }

    @Test
    void job_of_a_process_that_died_is_done_by_another_process() {
        Party caller = party().workers(0, 1).start();
        Mono<String> answer = caller.ask("left behind").cache();
        Disposable asked = answer.subscribe();
        takeOneJobAndDie();

        party().workers(1, 1).start();

        assertThat(answer.block(TIMEOUT)).isEqualTo("re: left behind");
        asked.dispose();
    }

    @Test
    void requests_are_answered_again_after_the_connections_were_cut() {
        Party party = party().pool(2, 2, 100).deadline(Duration.ofSeconds(5)).start();
        await().atMost(TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(party.answer("before")).isEqualTo("re: before"));

        cutConnections();

        await().atMost(TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(party.answer("after")).isEqualTo("re: after"));
        await().atMost(TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(Flux.range(0, 50)
                                .flatMap(n -> party.ask("q"), 10)
                                .count()
                                .block(TIMEOUT))
                        .isEqualTo(50));
        assertThat(party.requests().status().pool().inUse()).isZero();
        assertThat(party.workers().count()).isEqualTo(4);
    }
}
