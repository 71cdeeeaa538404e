package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.exception.ClientAuthenticationException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CosmosProblemsTest {

    /**
     * By the substatus of 403: nothing said, writes go elsewhere, a firewall or a role, a logical partition of 20 GB. By that of 404: no
     * replica is as far as the service, no container.
     */
    @ParameterizedTest
    @CsvSource({
        "403, 0, BACKEND_FAILED",
        "403, 3, BACKEND_FAILED",
        "403, 5300, BACKEND_FAILED",
        "403, 1014, INTERNAL_ERROR",
        "401, 0, BACKEND_FAILED",
        "404, 1002, UNAVAILABLE",
        "404, 1003, BACKEND_FAILED",
        "400, 0, INTERNAL_ERROR",
        "413, 0, INTERNAL_ERROR",
        "429, 3200, UNAVAILABLE",
        "503, 0, UNAVAILABLE",
    })
    void what_time_mends_is_told_from_what_it_does_not(int status, int subStatus, ProblemType type) {
        assertThat(CosmosProblems.ofStatus(
                                status, subStatus, Duration.ofSeconds(1), new IllegalStateException("" + status))
                        .type())
                .isEqualTo(type);
    }

    @Test
    void service_that_gets_no_token_for_its_identity_may_get_one_later() {
        Throwable failure = CosmosProblems.of(
                new ClientAuthenticationException("The endpoint of tokens is away", null), false, null);

        assertThat(failure)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE));
    }
}
