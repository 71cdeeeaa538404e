package io.dronedelivery.servicekit.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;

class ProblemBodyTest {

    @Test
    void members_have_the_order_of_the_specification_and_further_ones_follow() {
        ProblemDetail problem = ProblemException.invalid("weight", "must be above 0 🚁")
                .with("alpha", 1)
                .getBody();
        problem.setInstance(URI.create("/a"));

        assertThat(new String(ProblemBody.of(problem), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"type\":\"urn:drone-delivery:problem:invalid-request\",\"title\":\"Invalid request\","
                                + "\"status\":400,\"detail\":\"weight must be above 0 \\uD83D\\uDE81\",\"instance\":\"/a\","
                                + "\"errors\":[{\"field\":\"weight\",\"message\":\"must be above 0 \\uD83D\\uDE81\"}],\"alpha\":1}");
    }

    @Test
    void a_problem_without_a_type_is_about_blank() {
        assertThat(ProblemBody.type(ProblemDetail.forStatus(418))).isEqualTo(URI.create("about:blank"));
    }
}
