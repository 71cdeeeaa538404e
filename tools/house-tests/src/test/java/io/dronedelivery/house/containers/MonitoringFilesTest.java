package io.dronedelivery.house.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The files of Prometheus and Grafana, without either. Whether the meters exist is asked of running applications, in {@link ComposeIT}. */
class MonitoringFilesTest {

    /** It needs the calls of single transactions, which meters do not have. */
    private static final String NOT_OF_METERS = "Slowest transactions";

    @Test
    void meters_and_labels_of_an_expression_are_found() {
        assertThat(
                        MonitoringFiles.selectors(
                                "file",
                                "sum by (a, b) (rate(requests_total{c=\"x\",d!~\"1|2\"}[5m])) / max(limit) > 2 * 0.5 and other:ratio == 1"))
                .extracting(MonitoringFiles.Selector::meter, MonitoringFiles.Selector::labels)
                .containsExactly(
                        tuple("requests_total", Set.of("a", "b", "c", "d")),
                        tuple("limit", Set.of("a", "b")),
                        tuple("other:ratio", Set.of("a", "b")));
    }

    @Test
    void dashboard_has_the_charts_of_the_workbook_in_their_order() throws IOException {
        JsonNode workbook = new ObjectMapper()
                .readTree(Files.readString(ComposeFile.ROOT.resolve("deploy/application-insights/workbook.json")));
        List<String> charts = workbook.get("items")
                .valueStream()
                .filter(item -> item.at("/content/title").isString())
                .map(item -> item.at("/content/title").asString())
                .filter(title -> !title.equals(NOT_OF_METERS))
                .toList();

        assertThat(MonitoringFiles.panels("drone-delivery.json")).isEqualTo(charts);
    }

    @Test
    void first_dashboard_shows_the_aggregations() throws IOException {
        assertThat(Files.readString(ComposeFile.ROOT.resolve("docker-compose.yml")))
                .contains("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: \"/etc/dashboards/aggregations.json\"");
        assertThat(MonitoringFiles.panels("aggregations.json"))
                .startsWith("Answers a second", "Degraded", "Failed", "Open circuits");
    }

    /** Probes and Prometheus ask every few seconds, and {@code http.server.requests} has what they ask for too. */
    @Test
    void requests_are_counted_by_their_paths_so_that_probes_are_none() throws IOException {
        assertThat(MonitoringFiles.selectors())
                .filteredOn(selector -> selector.meter().startsWith("http_server_requests"))
                .isNotEmpty()
                .allSatisfy(selector -> assertThat(selector.labels()).contains("uri"));
    }

    @Test
    void use_of_the_limits_is_what_the_gateway_is_scaled_by() throws IOException {
        assertThat(MonitoringFiles.expressions("drone-delivery.json", "use of the fullest limit"))
                .singleElement()
                .satisfies(use -> assertThat(MonitoringFiles.scaling().get(0)).startsWith(use + " * count("));
    }

    @Test
    void rules_are_those_that_prometheus_loads_where_compose_puts_them() throws IOException {
        assertThat(ComposeFile.texts(
                        ComposeFile.read(Map.of()).service("prometheus").get("volumes")))
                .contains("./deploy/prometheus:/etc/prometheus:ro");
        assertThat(Files.readString(ComposeFile.ROOT.resolve("deploy/prometheus/prometheus.yml")))
                .contains("/etc/prometheus/rules.yml");
    }
}
