package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries for Azure, the workbook, the local pages and the services' code call the same things by the same names. */
class QueriesTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path FOLDER = ROOT.resolve("deploy/application-insights");

    private static final Pattern DIMENSION = Pattern.compile("customDimensions\\[\"([^\"]+)\"]");
    private static final Pattern METRIC = Pattern.compile("\"([a-z]+(?:\\.[a-z]+)+)\"");
    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\]*)\"");

    /** Reported by Micrometer and Spring Boot, by the load test, and by whoever provisions the container. */
    private static final Set<String> NOT_OURS =
            Set.of(Names.PROCESS_CPU, Names.SYSTEM_CPU, Names.USERS, Names.THROUGHPUT, "ssl.chain.expiry");

    private static Map<String, String> queries() throws IOException {
        Map<String, String> queries = in("queries");
        assertThat(queries).hasSizeGreaterThan(10);
        return queries;
    }

    /** What the rules of {@code deploy/azure} ask. */
    private static Map<String, String> alerts() throws IOException {
        Map<String, String> alerts = in("alerts");
        assertThat(alerts).hasSizeGreaterThan(5);
        return alerts;
    }

    private static List<Map.Entry<String, String>> queriesAndAlerts() throws IOException {
        List<Map.Entry<String, String>> all = new ArrayList<>(queries().entrySet());
        all.addAll(alerts().entrySet());
        return all;
    }

    private static Map<String, String> in(String folder) throws IOException {
        Map<String, String> queries = new HashMap<>();
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            for (Path file : files.toList()) {
                queries.put(file.getFileName().toString().replace(".kql", ""), Files.readString(file));
            }
        }
        return queries;
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** Texts in the services' sources; a name that is put together of two in one file counts too. */
    private static Set<String> namesInTheCode() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path file : serviceCode()) {
            Set<String> literals = found(LITERAL, Files.readString(file));
            names.addAll(literals);
            for (String start : literals) {
                literals.forEach(end -> names.add(start + end));
            }
        }
        return names;
    }

    private static List<Path> serviceCode() throws IOException {
        List<Path> files = new ArrayList<>();
        List<Path> folders = new ArrayList<>();
        folders.add(ROOT);
        for (String room : List.of("libraries", "libraries/messaging", "local", "tools")) {
            folders.add(ROOT.resolve(room));
        }
        for (Path folder : folders) {
            for (Path module : modulesIn(folder)) {
                try (Stream<Path> found = Files.walk(module.resolve("src/main/java"))) {
                    found.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
                }
            }
        }
        return files;
    }

    /** All with code but this one. */
    private static List<Path> modulesIn(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry.resolve("src/main/java")))
                    .filter(entry -> !entry.endsWith("application-insights"))
                    .toList();
        }
    }

    private static Set<String> namesOfThePages() throws IllegalAccessException {
        Set<String> names = new TreeSet<>();
        for (Field field : Names.class.getFields()) {
            names.add((String) field.get(null));
        }
        return names;
    }

    @Test
    void every_metric_of_a_query_is_one_that_the_services_report() throws Exception {
        Set<String> code = namesInTheCode();
        for (Map.Entry<String, String> query : queriesAndAlerts()) {
            String withoutDimensions = DIMENSION.matcher(query.getValue()).replaceAll("");
            for (String metric : found(METRIC, withoutDimensions)) {
                String meter = metric.replaceAll("\\.(sum|count)$", ""); // how function timers leave the meter bridge
                assertThat(code.contains(meter) || NOT_OURS.contains(meter))
                        .as("%s of %s.kql is a meter of a service", metric, query.getKey())
                        .isTrue();
            }
        }
    }

    @Test
    void every_dimension_of_a_query_is_a_tag_of_the_services_or_read_by_the_pages() throws Exception {
        Set<String> known = namesInTheCode();
        known.addAll(namesOfThePages());
        for (Map.Entry<String, String> query : queriesAndAlerts()) {
            assertThat(known)
                    .as("dimensions of %s.kql", query.getKey())
                    .containsAll(found(DIMENSION, query.getValue()));
        }
    }

    /** A request that the gateway refuses for want of room has no span, so it is not in the table of requests. */
    @Test
    void the_error_budget_counts_requests_that_were_refused() throws Exception {
        assertThat(alerts().get("error-budget").lines().toList())
                .doesNotContain("requests")
                .anyMatch(line -> line.contains("name == \"http.server.requests\""));
    }

    @Test
    void the_pages_read_nothing_that_no_query_reads() throws Exception {
        String all = String.join("\n", queries().values());
        assertThat(namesOfThePages()).allSatisfy(name -> assertThat(all).contains("\"" + name + "\""));
        assertThat(all).contains("type == \"" + TelemetryItem.Dependency.COSMOS + "\"");
    }

    @Test
    void the_workbook_has_the_queries_of_the_files() throws Exception {
        Map<String, String> queries = queries();
        JsonNode items = new JsonMapper()
                .readTree(FOLDER.resolve("workbook.json").toFile())
                .path("items");
        int compared = 0;
        for (JsonNode item : items) {
            if (item.path("type").asInt() == 3) {
                assertThat(item.path("content").path("query").asString())
                        .as(item.path("name").asString())
                        .isEqualTo(queries.get(item.path("name").asString()));
                compared++;
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(queries.size() - 1); // one transaction is asked for by hand
    }

    @Test
    void every_query_is_described() throws Exception {
        String readme = Files.readString(FOLDER.resolve("README.md"));
        for (Map.Entry<String, String> query : queries().entrySet()) {
            assertThat(readme).contains("(queries/" + query.getKey() + ".kql)");
            assertThat(List.of(query.getValue().split("\n", 2)).get(0)).startsWith("// ");
        }
    }
}
