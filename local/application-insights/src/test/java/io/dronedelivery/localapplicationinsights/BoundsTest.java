package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nothing that is sent makes it grow without end. */
class BoundsTest {
    private static final Instant NOW = Instant.now().minusSeconds(5);

    private static List<String> requests(int count, String names) {
        return IntStream.range(0, count)
                .mapToObj(n -> Envelope.request(NOW, "r" + n, names.formatted(n), Duration.ofMillis(1))
                        .operation("t" + n, "")
                        .toString())
                .toList();
    }

    @Test
    void the_oldest_items_go_first_and_are_counted_but_the_figures_stay() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.maxItems(10))) {
            Http http = new Http(insights);
            http.track(requests(25, "GET /"));

            assertThat(insights.requests())
                    .extracting(TelemetryItem.Request::id)
                    .containsExactly("r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24");
            assertThat(insights.dropped()).isEqualTo(15);
            assertThat(http.api("status").path("dropped").asInt()).isEqualTo(15);
            assertThat(http.api("transactions").path("rows")).hasSize(10);
            assertThat(insights.operation("t3")).isEmpty();
            assertThat(http.api("overview").path("requests").path("count").asInt())
                    .isEqualTo(25);
        }
    }

    @Test
    void metrics_displace_no_transaction() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.maxItems(100))) {
            Http http = new Http(insights);
            http.track(requests(50, "GET /"));
            http.track(IntStream.range(0, 1_000)
                    .mapToObj(n -> Envelope.metric(NOW, "meter", n, 1).toString())
                    .toList());

            assertThat(insights.requests()).hasSize(50);
            assertThat(insights.metrics()).hasSize(10);
            assertThat(insights.metrics().get(9).sum()).isEqualTo(999);
            assertThat(insights.dropped()).isZero();
        }
    }

    @Test
    void a_busy_minute_displaces_no_other_one_of_the_history_but_older_ones() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.maxItems(20))) {
            Http http = new Http(insights);
            http.track(List.of(at(Duration.ofHours(2), "old"), at(Duration.ofMinutes(10), "earlier")));
            http.track(requests(30, "GET /"));

            assertThat(insights.requests()).hasSize(20);
            assertThat(insights.operation("earlier")).hasSize(1);
            assertThat(insights.operation("old")).isEmpty();
            assertThat(insights.operation("t29")).hasSize(1);
        }
    }

    private static String at(Duration ago, String id) {
        return Envelope.request(NOW.minus(ago), id, "GET /", Duration.ofMillis(1))
                .operation(id, "")
                .toString();
    }

    @Test
    void memory_is_bounded_whatever_the_size_of_the_items() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.maxBytes(100_000))) {
            String large = "x".repeat(5_000);
            List<String> traces = new ArrayList<>();
            for (int n = 0; n < 100; n++) {
                traces.add(Envelope.trace(NOW, n + large, "Information").toString());
            }
            new Http(insights).track(traces);

            assertThat(insights.traces()).hasSizeBetween(10, 20);
            assertThat(new Http(insights).api("status").path("storedBytes").asLong())
                    .isLessThanOrEqualTo(100_000);
        }
    }

    @Test
    void names_without_end_are_counted_together() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            Http http = new Http(insights);
            http.track(requests(1_500, "GET /deliveries/%d"));

            assertThat(http.api("overview").path("operations").toString()).contains("\"(other)\"", "\"count\":500");
        }
    }

    @Test
    void seconds_older_than_the_history_and_far_in_the_future_do_not_stay() {
        try (LocalApplicationInsights insights =
                LocalApplicationInsights.start(o -> o.history(Duration.ofMinutes(1)))) {
            Http http = new Http(insights);
            http.track(List.of(
                    Envelope.request(NOW.minusSeconds(300), "old", "GET /old", Duration.ofMillis(1))
                            .toString(),
                    Envelope.request(NOW.plus(Duration.ofDays(9)), "new", "GET /new", Duration.ofMillis(1))
                            .toString()));

            String operations =
                    http.api("overview?minutes=10").path("operations").toString();
            assertThat(operations).contains("GET /new").doesNotContain("GET /old");
            assertThat(insights.requests()).hasSize(2);
        }
    }

    @Test
    void telemetry_is_forgotten_on_demand() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            Http http = new Http(insights);
            http.track(requests(3, "GET /"));

            assertThat(http.send("DELETE", "api/telemetry", new byte[0]).statusCode())
                    .isEqualTo(204);

            assertThat(insights.requests()).isEmpty();
            assertThat(http.api("overview").path("requests").path("count").asInt())
                    .isZero();
        }
    }

    @Test
    void wrong_settings_are_named() {
        assertThatThrownBy(() -> LocalApplicationInsights.start(o -> o.port(70_000)))
                .hasMessageContaining("port");
        assertThatThrownBy(() -> LocalApplicationInsights.start(o -> o.maxItems(0)))
                .hasMessageContaining("maxItems");
        assertThatThrownBy(() -> LocalApplicationInsights.start(o -> o.maxBytes(1)))
                .hasMessageContaining("maxBytes");
        assertThatThrownBy(() -> LocalApplicationInsights.start(o -> o.history(Duration.ZERO)))
                .hasMessageContaining("history");
        assertThatThrownBy(() -> LocalApplicationInsights.start(o -> o.instrumentationKey("secret")))
                .hasMessageContaining("instrumentationKey must be a UUID");
    }

    @Test
    void the_connection_string_is_of_the_form_that_azure_gives() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            assertThat(insights.connectionString())
                    .isEqualTo(
                            "InstrumentationKey=00000000-0000-0000-0000-0000000010ca;IngestionEndpoint=http://localhost:%d/;LiveEndpoint=http://localhost:%1$d/"
                                    .formatted(insights.port()));
        }
    }
}
