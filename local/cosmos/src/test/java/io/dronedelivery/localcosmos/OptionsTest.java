package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

class OptionsTest {
    @Test
    void a_wrong_setting_is_named() {
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.port(70_000)))
                .hasMessageContaining("port")
                .hasMessageContaining("70000");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.partitions(0))).hasMessageContaining("partitions");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.partitions("flights", 5_000)))
                .hasMessageContaining("flights");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.key("no base64!"))).hasMessageContaining("key");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.address(" "))).hasMessageContaining("address");
        assertThatThrownBy(() -> LocalCosmos.start(o -> o.advertisedHost("10.0.0.7")))
                .hasMessageContaining("advertisedHost")
                .hasMessageContaining("10.0.0.7");
        assertThatThrownBy(() -> Latency.fixed(Duration.ofMillis(-1))).hasMessageContaining("negative");
        assertThatThrownBy(() -> Latency.logNormal(Duration.ofMillis(9), Duration.ofMillis(3)))
                .hasMessageContaining("p99");
    }

    @Test
    void a_port_that_is_taken_is_named() {
        try (LocalCosmos first = LocalCosmos.start()) {
            assertThatThrownBy(() -> LocalCosmos.start(o -> o.port(first.port())))
                    .hasMessageContaining(Integer.toString(first.port()));
        }
    }

    @Test
    void two_run_beside_each_other() {
        try (LocalCosmos first = LocalCosmos.start();
                LocalCosmos second = LocalCosmos.start()) {
            assertThat(first.endpoint()).isNotEqualTo(second.endpoint()).matches("http://localhost:\\d+/");
            assertThat(first.key()).isEqualTo(LocalCosmosOptions.WELL_KNOWN_KEY);
        }
    }

    @Test
    void account_sends_clients_to_the_advertised_host() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.advertisedHost("cosmos"))) {
            assertThat(cosmos.endpoint()).isEqualTo("http://cosmos:" + cosmos.port() + "/");

            JsonNode account = new RawClient(cosmos)
                    .calling("http://localhost:" + cosmos.port() + "/")
                    .get("")
                    .body();

            assertThat(account.findValuesAsString("databaseAccountEndpoint")).containsOnly(cosmos.endpoint());
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere loopback has one address")
    void it_listens_on_the_address_it_is_given_and_on_no_other() throws IOException {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.address("127.0.0.2"))) {
            new Socket("127.0.0.2", cosmos.port()).close();
            // No test listens there; on 127.0.0.1 another process may have the same port.
            assertThatThrownBy(() -> new Socket("127.1.0.2", cosmos.port()).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void a_log_normal_latency_has_the_percentiles_asked_for_and_repeats() {
        Latency latency = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        double[] millis = Stream.generate(latency::next)
                .limit(20_000)
                .mapToDouble(d -> d.toNanos() / 1e6)
                .sorted()
                .toArray();

        assertThat(millis[10_000]).isBetween(49.0, 51.0);
        assertThat(millis[19_800]).isBetween(185.0, 215.0);
        Latency again = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        Latency andAgain = Latency.logNormal(Duration.ofMillis(50), Duration.ofMillis(200));
        assertThat(Stream.generate(again::next).limit(100))
                .containsExactlyElementsOf(
                        Stream.generate(andAgain::next).limit(100).toList());
    }
}
