package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.loadtest.StepLoadProfile;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepLoadTestsTest {

    @Test
    void all_are_run_unless_some_are_asked_for_by_number_or_name() {
        assertThat(StepLoadTests.chosen("")).isEqualTo(StepLoadTests.all());
        assertThat(StepLoadTests.chosen("1, software-2"))
                .extracting(StepLoadTest::name)
                .containsExactly("Test 1", "Software 2");
        assertThat(StepLoadTests.all()).extracting(StepLoadTest::id).doesNotHaveDuplicates();
    }

    @Test
    void tests_of_the_article_take_the_time_of_the_profile_and_others_a_quarter() {
        StepLoadProfile full = StepLoadProfile.lasting(Duration.ofSeconds(480));

        assertThat(StepLoadTests.chosen("1").get(0).profile(full)).isEqualTo(full);
        assertThat(StepLoadTests.chosen("6").get(0).profile(full).duration()).hasSeconds(120);
        assertThat(StepLoadTests.chosen("6")
                        .get(0)
                        .profile(StepLoadProfile.lasting(Duration.ofSeconds(48)))
                        .duration())
                .hasSeconds(24);
    }

    @Test
    void only_the_container_of_the_flights_is_short_of_request_units() {
        assertThat(StepLoadTests.chosen("1").get(0).stackOptions(1_000, 100))
                .containsEntry("local.cosmos.throughput", "900")
                .containsEntry("local.cosmos.partition-key", "/id")
                .containsEntry("local.cosmos.deliveries.throughput", "1000000")
                .containsEntry("local.cosmos.deliveries.partition-key", "/ownerId")
                .containsEntry("local.sample.deliveries", "12000");
    }
}
