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
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConsumersHealthTest {

    private static final PausedType PAUSED =
            new PausedType("DeliveryCompleted", Duration.ofMinutes(7), new IllegalStateException("The column is gone"));

    @Test
    void each_subscription_is_up_while_it_is_consumed() {
        CompositeHealthContributor health = of(state("requests.drones", null), state("completions.drones", null));
        assertThat(health.stream().map(CompositeHealthContributor.Entry::name))
                .containsExactly("requests.drones", "completions.drones");
        assertThat(component(health, "requests.drones").getStatus()).isEqualTo(Status.UP);
        assertThat(component(health, "completions.drones").getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void one_is_down_and_says_why_when_a_type_of_it_is_paused() {
        CompositeHealthContributor health =
                of(state("requests.drones", null), state("completions.drones", null, PAUSED));
        assertThat(component(health, "requests.drones").getStatus()).isEqualTo(Status.UP);
        Health paused = component(health, "completions.drones");
        assertThat(paused.getStatus()).isEqualTo(Status.DOWN);
        assertThat(paused.getDetails())
                .hasEntrySatisfying(
                        "trouble",
                        why -> assertThat(why.toString()).contains("DeliveryCompleted", "PT7M", "The column is gone"));
    }

    @Test
    void one_is_down_when_nothing_comes_in() {
        Health silent = component(of(state("requests.drones", "has not polled for PT3M")), "requests.drones");
        assertThat(silent.getStatus()).isEqualTo(Status.DOWN);
        assertThat(silent.getDetails()).containsEntry("trouble", "has not polled for PT3M");
    }

    @Test
    void it_is_there_where_something_is_consumed() {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConsumersHealthAutoConfiguration.class));
        runner.run(context -> assertThat(context).doesNotHaveBean(CompositeHealthContributor.class));
        runner.withBean(ConsumerState.Source.class, () -> () -> List.of(state("requests.drones", null)))
                .run(context -> assertThat(context).hasBean("consumersHealthContributor"));
    }

    private static CompositeHealthContributor of(ConsumerState... states) {
        return ConsumersHealth.of(List.of(() -> List.of(states)));
    }

    private static Health component(CompositeHealthContributor health, String name) {
        return Objects.requireNonNull(((HealthIndicator) health.getContributor(name)).health());
    }

    private static ConsumerState state(String name, @Nullable String trouble, PausedType... paused) {
        return new ConsumerState(name, trouble, List.of(paused));
    }
}
