package io.dronedelivery.messaging.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.event.ConsumerState;
import io.dronedelivery.messaging.event.EventProcessor.PausedType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConsumersHealthTest {

    private static final PausedType PAUSED =
            new PausedType("DeliveryCompleted", Duration.ofMinutes(7), new IllegalStateException("The column is gone"));

    @Test
    void it_is_up_while_everything_is_consumed() {
        Health health = of(state("requests.drones", null), state("completions.drones", null));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsOnlyKeys("requests.drones", "completions.drones");
    }

    @Test
    void it_is_down_and_says_why_when_a_type_is_paused() {
        Health health = of(state("requests.drones", null), state("completions.drones", null, PAUSED));
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails())
                .containsEntry("requests.drones", "consuming")
                .hasEntrySatisfying(
                        "completions.drones",
                        why -> assertThat(why.toString()).contains("DeliveryCompleted", "PT7M", "The column is gone"));
    }

    @Test
    void it_is_down_when_nothing_comes_in() {
        Health health = of(state("requests.drones", "has not polled for PT3M"));
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("requests.drones", "has not polled for PT3M");
    }

    @Test
    void it_is_there_where_something_is_consumed() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConsumersHealthAutoConfiguration.class));
        runner.run(context -> assertThat(context).doesNotHaveBean(ReactiveHealthIndicator.class));
        runner.withBean(ConsumerState.Source.class, () -> () -> List.of(state("requests.drones", null)))
                .run(context -> assertThat(context).hasBean("consumersHealthIndicator"));
    }

    private static Health of(ConsumerState... states) {
        ConsumersHealth health = new ConsumersHealth(List.of(() -> List.of(states)));
        return Objects.requireNonNull(health.health().block());
    }

    private static ConsumerState state(String name, @Nullable String trouble, PausedType... paused) {
        return new ConsumerState(name, trouble, List.of(paused));
    }
}
