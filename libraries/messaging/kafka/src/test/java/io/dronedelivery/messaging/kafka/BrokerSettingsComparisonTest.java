package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;

class BrokerSettingsComparisonTest {

    @Test
    void a_setting_that_is_missing_or_hidden_is_unknown_and_not_wrong() {
        BrokerSettingsComparison settings = new BrokerSettingsComparison(
                "topic requests", new Config(List.of(new ConfigEntry("cleanup.policy", null))));

        settings.equal("cleanup.policy", "delete", "events would be deleted");
        settings.longEnough("retention.ms", Duration::ofMillis, Duration.ofDays(14), "min-retention");
        settings.atLeast("min.insync.replicas", 2, "min-insync-replicas");

        assertThat(settings.found()).hasSize(3).allSatisfy(one -> {
            assertThat(one.known()).isFalse();
            assertThat(one.problem()).isEqualTo(one.setting() + " is unknown: the broker does not say it");
        });
    }
}
