package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An answer of two optional parts, of one backend that takes one call and of another one that takes eight. */
@ExtendWith(NoBufferLeaks.class)
class WholeAnswersTest {

    private static final String WHOLE = "{\"first\":1,\"second\":2}";

    private final TestBackend narrow = TestBackend.start().on("/held", never()).on("/first", "1");
    private final TestBackend wide =
            TestBackend.start().on("/held", never()).on("/second", "2").on("/third", "3");
    private final TestGateway gateway = TestGateway.startInFrontOf(
            narrow,
            "gateway.backends.test.bulkhead.max-concurrent-calls=1",
            "gateway.backends.test.queue.max=0",
            "gateway.backends.wide.base-url=" + wide.url(),
            // Of which 7 are for what cannot be whole.
            "gateway.backends.wide.bulkhead.max-concurrent-calls=8",
            "gateway.backends.wide.queue.max=0",
            "gateway.aggregations.hold.path=/hold",
            "gateway.aggregations.hold.parts.held.backend=wide",
            "gateway.aggregations.hold.parts.held.path=/held",
            "gateway.aggregations.hold.deadline=10m",
            "gateway.aggregations.hold.parts.held.timeout=10m",
            "gateway.aggregations.hold-narrow.path=/hold-narrow",
            "gateway.aggregations.hold-narrow.parts.held.backend=test",
            "gateway.aggregations.hold-narrow.parts.held.path=/held",
            "gateway.aggregations.hold-narrow.deadline=10m",
            "gateway.aggregations.hold-narrow.parts.held.timeout=10m",
            "gateway.aggregations.both.path=/both",
            "gateway.aggregations.both.parts.first.backend=test",
            "gateway.aggregations.both.parts.first.path=/first",
            "gateway.aggregations.both.parts.first.required=false",
            "gateway.aggregations.both.parts.second.backend=wide",
            "gateway.aggregations.both.parts.second.path=/second",
            "gateway.aggregations.both.parts.second.required=false",
            "gateway.aggregations.twice.path=/twice",
            "gateway.aggregations.twice.parts.second.backend=wide",
            "gateway.aggregations.twice.parts.second.path=/second",
            "gateway.aggregations.twice.parts.second.required=false",
            "gateway.aggregations.twice.parts.third.backend=wide",
            "gateway.aggregations.twice.parts.third.path=/third",
            "gateway.aggregations.twice.parts.third.required=false");
    private final Deque<Socket> held = new ArrayDeque<>();

    @BeforeEach
    void sevenCallsAreInProgress() throws IOException {
        for (int i = 0; i < 7; i++) {
            held.add(gateway.ask("/hold"));
        }
        await().until(() -> wide.running() == 7);
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : held) {
            socket.close();
        }
        gateway.close();
        wide.close();
        narrow.close();
    }

    @Test
    void what_cannot_be_whole_leaves_the_last_place_to_what_can() throws IOException {
        try (Socket first = gateway.ask("/hold-narrow")) {
            await().until(() -> narrow.running() == 1);

            Response without = gateway.get("/both");

            assertThat(without.header("X-Aggregate-Completed")).isEqualTo("false");
            assertThat(wide.calls("/second")).isEmpty();
        }
        await().until(() -> narrow.running() == 0);
        await().untilAsserted(() -> assertThat(gateway.get("/both").body()).isEqualTo(WHOLE));
    }

    @Test
    void it_has_the_parts_that_there_is_room_for() throws IOException {
        try (Socket first = gateway.ask("/hold-narrow")) {
            await().until(() -> narrow.running() == 1);
            held.pop().close();
            await().until(() -> wide.running() == 6);

            await().untilAsserted(() -> assertThat(gateway.get("/both").body())
                    .contains("\"second\":2")
                    .doesNotContain("\"first\":1"));
        }
    }

    @Test
    void room_for_one_of_two_parts_at_a_backend_is_not_enough_to_be_whole() {
        Response without = gateway.get("/twice");

        assertThat(without.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(wide.calls("/second")).isEmpty();
        assertThat(wide.calls("/third")).isEmpty();
    }
}
