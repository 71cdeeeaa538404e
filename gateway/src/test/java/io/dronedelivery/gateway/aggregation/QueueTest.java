package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A backend that takes three calls at once, of which one is in progress; an answer needs all three. */
@ExtendWith(NoBufferLeaks.class)
class QueueTest {

    private final TestBackend backend =
            TestBackend.start().on("/held", never()).on("/a", "1").on("/b", "2").on("/c", "3");
    private final TestBackend other = TestBackend.start().on("/other", "4");
    private final TestGateway gateway = start();
    private Socket holder;

    private TestGateway start() {
        return TestGateway.startInFrontOf(
                backend,
                "gateway.backends.test.bulkhead.max-concurrent-calls=3",
                "gateway.backends.other.base-url=" + other.url(),
                "gateway.aggregations.hold.path=/hold",
                "gateway.aggregations.hold.deadline=10m",
                "gateway.aggregations.hold.parts.held.backend=test",
                "gateway.aggregations.hold.parts.held.path=/held",
                "gateway.aggregations.hold.parts.held.timeout=10m",
                "gateway.aggregations.triple.path=/triple",
                "gateway.aggregations.triple.deadline=10m",
                "gateway.aggregations.triple.parts.a.backend=test",
                "gateway.aggregations.triple.parts.a.path=/a",
                "gateway.aggregations.triple.parts.b.backend=test",
                "gateway.aggregations.triple.parts.b.path=/b",
                "gateway.aggregations.triple.parts.c.backend=test",
                "gateway.aggregations.triple.parts.c.path=/c",
                "gateway.aggregations.impatient.path=/impatient",
                "gateway.aggregations.impatient.deadline=400ms",
                "gateway.aggregations.impatient.parts.a.backend=test",
                "gateway.aggregations.impatient.parts.a.path=/a",
                "gateway.aggregations.impatient.parts.b.backend=test",
                "gateway.aggregations.impatient.parts.b.path=/b",
                "gateway.aggregations.impatient.parts.c.backend=test",
                "gateway.aggregations.impatient.parts.c.path=/c",
                "gateway.aggregations.wide.path=/wide",
                "gateway.aggregations.wide.parts.a.backend=test",
                "gateway.aggregations.wide.parts.a.path=/a",
                "gateway.aggregations.wide.parts.b.backend=test",
                "gateway.aggregations.wide.parts.b.path=/b",
                "gateway.aggregations.wide.parts.c.backend=test",
                "gateway.aggregations.wide.parts.c.path=/c",
                "gateway.aggregations.wide.parts.d.backend=test",
                "gateway.aggregations.wide.parts.d.path=/a",
                "gateway.aggregations.triple.parts.a.timeout=200ms",
                "gateway.aggregations.triple.parts.b.timeout=200ms",
                "gateway.aggregations.triple.parts.c.timeout=200ms",
                "gateway.aggregations.other.path=/other",
                "gateway.aggregations.other.parts.it.backend=other",
                "gateway.aggregations.other.parts.it.path=/other");
    }

    @BeforeEach
    void hold() throws IOException {
        holder = gateway.ask("/hold");
        await().until(() -> backend.running() == 1);
    }

    @AfterEach
    void end() throws IOException {
        holder.close();
        gateway.close();
        backend.close();
        other.close();
    }

    @Test
    void a_request_waits_until_all_of_its_calls_have_places_and_says_so() throws IOException {
        try (Socket waiting = gateway.ask("/triple")) {
            await().until(() -> meter("gateway.limit.waiting") == 1);
            assertThat(meter("gateway.limit.in.flight")).as("it holds no place").isEqualTo(1);
            assertThat(backend.calls()).hasSize(1);

            holder.close();

            String answer = new String(waiting.getInputStream().readNBytes(15), StandardCharsets.ISO_8859_1);
            assertThat(answer).isEqualTo("HTTP/1.1 200 OK");
        }
        Response next = gateway.get("/triple");
        assertThat(next.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(next.header("Server-Timing")).doesNotContain("queue");
        assertThat(meter("gateway.limit.waiting")).isZero();
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("gateway.limit.wait")
                        .tag("place", "test")
                        .functionTimer()
                        .count())
                .isEqualTo(1);
    }

    /** A part has 200 ms; its request waits for longer than that. */
    @Test
    void the_time_of_a_required_part_begins_with_its_place() throws Exception {
        try (Socket waiting = gateway.ask("/triple")) {
            await().until(() -> waitedMillis(waiting) > 300);

            holder.close();

            assertThat(new String(waiting.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    private final long begin = System.nanoTime();

    private long waitedMillis(Socket waiting) {
        assertThat(waiting.isClosed()).isFalse();
        return (System.nanoTime() - begin) / 1_000_000;
    }

    @Test
    void a_caller_that_leaves_leaves_the_queue() throws IOException {
        try (Socket waiting = gateway.ask("/triple")) {
            await().until(() -> meter("gateway.limit.waiting") == 1);
        }
        await().until(() -> meter("gateway.limit.waiting") == 0);

        holder.close();

        await().until(() -> meter("gateway.limit.in.flight") == 0);
        assertThat(backend.calls()).hasSize(1);
    }

    @Test
    void what_gets_no_place_in_time_is_refused_and_takes_nothing_from_other_backends() {
        Response late = gateway.get("/impatient");

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.problem()).isEqualTo("backend-busy");
        assertThat(late.header("Retry-After")).isIn("1", "2", "3");
        assertThat(late.json().path("detail").asString()).contains("too many for a call in time");
        assertThat(late.header("Server-Timing")).contains("queue;dur=");
        assertThat(gateway.get("/other").status()).isEqualTo(200);
        assertThat(gateway.get("/actuator/health/readiness").status()).isEqualTo(200);
    }

    /** It needs four places at once, and there are never more than three. */
    @Test
    void calls_that_never_find_room_together_are_made_nevertheless() throws IOException {
        holder.close();

        assertThat(gateway.get("/wide").header("X-Aggregate-Completed")).isEqualTo("true");
    }

    private double meter(String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .tag("place", "test")
                .gauge()
                .value();
    }
}
