package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ShapeTest {

    private final ObjectNode transaction = new JsonMapper().createObjectNode();
    private final ArrayNode rows = transaction.putArray("rows");

    @Test
    void calls_one_after_the_other_are_a_staircase() {
        for (int call = 0; call < 9; call++) {
            call(call * 50, 49.5);
        }

        assertThat(shape().shows("Test 2")).isTrue();
        assertThat(shape().shows("Test 3")).isFalse();
    }

    @Test
    void calls_at_the_same_time_overlap() {
        for (int call = 0; call < 9; call++) {
            call(call, 50);
        }

        assertThat(shape().shows("Test 3")).isTrue();
        assertThat(shape().shows("Test 2")).isFalse();
    }

    @Test
    void a_wait_after_a_429_is_seen() {
        call(0, 2);
        rows.addObject().put("kind", "backoff").put("offsetMs", 2).put("durationMs", 300);
        call(302, 50);

        assertThat(shape()).isEqualTo(new Shape(2, 1, 0));
        assertThat(shape().shows("Test 1")).isTrue();
        assertThat(shape().shows("Test 4")).isFalse();
    }

    @Test
    void calls_for_a_plan_or_to_another_container_are_left_out() {
        row(0, 5, "plan", "flights");
        row(0, 50, "data", "deliveries");
        call(5, 50);

        assertThat(shape().calls()).isEqualTo(1);
        assertThat(shape().shows("Test 4")).isTrue();
    }

    private Shape shape() {
        return Shape.of(transaction);
    }

    private void call(double offset, double duration) {
        row(offset, duration, "data", "flights");
    }

    private void row(double offset, double duration, String kind, String container) {
        rows.addObject()
                .put("kind", "dependency")
                .put("offsetMs", offset)
                .put("durationMs", duration)
                .putObject("dimensions")
                .put("cosmos.kind", kind)
                .put("cosmos.container", container);
    }
}
