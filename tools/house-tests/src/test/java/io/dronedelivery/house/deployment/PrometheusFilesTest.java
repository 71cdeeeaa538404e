package io.dronedelivery.house.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * How alerts and tables count single events and what is not there; {@code tools/deploy-check/run prometheus} tries the alerts with made-up
 * series.
 *
 * <p>{@code increase()} compares the samples of a series. A series that its first event begins has no sample before that event, so it
 * misses the event: a series that is new has to count with its value.
 */
class PrometheusFilesTest {

    /** Registered when the application starts, long before what they count: their series begin with 0. */
    private static final Set<String> BEGIN_WITH_ZERO =
            Set.of("messaging_dispatch_refused_total", "gateway_ssl_bundle_reloads_total");

    /** Of the runbook: alert, meaning, where to look, what to do. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|(.+)\\|(.+)\\|(.+)\\|$");

    private static final Pattern INCREASE = Pattern.compile("increase\\(((\\w+)(?:\\{[^}]*})?)\\[([^]]+)]\\)");

    @Test
    void alerts_see_the_first_event_of_a_series() throws IOException {
        assertThat(alerts()).anyMatch(PrometheusFilesTest::countsEvents).allSatisfy(this::countsTheFirst);
    }

    /** Of instances that are not there Prometheus has no series, so {@code up == 0} finds none either. */
    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void application_without_an_instance_is_an_alert(String application) throws IOException {
        assertThat(alerts())
                .filteredOn(alert -> alert.contains("absent("))
                .singleElement()
                .asString()
                .contains("absent(process_uptime_seconds{application=\"" + application + "\"})");
    }

    @Test
    void tables_of_dead_letters_and_failed_calls_show_the_first_one() throws IOException {
        List<String> tables =
                Repository.json("deploy/grafana/dashboards/drone-delivery.json").findValues("expr").stream()
                        .map(JsonNode::asString)
                        .filter(expression -> expression.contains("outcome=\"DeadLetter\"")
                                || expression.contains("outcome!=\"success\""))
                        .toList();

        assertThat(tables).anyMatch(PrometheusFilesTest::countsEvents).allSatisfy(this::countsTheFirst);
    }

    @Test
    void the_runbook_says_of_alerts_what_to_do() throws IOException {
        List<String> rows = ROW.matcher(Repository.text("docs/runbook.md"))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(rows).doesNotHaveDuplicates();
        assertThat(rules().map(rule -> rule.get("alert").asString())).containsAll(rows);
        assertThat(rows)
                .containsAll(rules().filter(rule ->
                                rule.at("/annotations/description").asString().contains("docs/runbook.md"))
                        .map(rule -> rule.get("alert").asString())
                        .toList());
    }

    private static List<String> alerts() throws IOException {
        return rules().map(rule -> rule.get("expr").asString()).toList();
    }

    private static Stream<JsonNode> rules() throws IOException {
        return Repository.yaml("deploy/prometheus/rules.yml").get(0).findValues("rules").stream()
                .flatMap(JsonNode::valueStream)
                .filter(rule -> rule.has("alert"));
    }

    private static boolean countsEvents(String expression) {
        return increases(expression).findAny().isPresent();
    }

    private void countsTheFirst(String expression) {
        assertThat(increases(expression))
                .allSatisfy(increase -> assertThat(expression.replaceAll("\\s+", " "))
                        .contains("last_over_time(%1$s[%2$s]) unless last_over_time(%1$s[5m] offset %2$s) or %3$s"
                                .formatted(increase.group(1), increase.group(3), increase.group())));
    }

    private static Stream<MatchResult> increases(String expression) {
        return INCREASE.matcher(expression).results().filter(increase -> !BEGIN_WITH_ZERO.contains(increase.group(2)));
    }
}
