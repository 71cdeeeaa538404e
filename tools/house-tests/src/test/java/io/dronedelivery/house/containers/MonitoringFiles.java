package io.dronedelivery.house.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What Prometheus and Grafana are configured with, in {@code deploy/}. */
final class MonitoringFiles {

    private static final Path PROMETHEUS = ComposeFile.ROOT.resolve("deploy/prometheus/prometheus.yml");
    private static final Path RULES = ComposeFile.ROOT.resolve("deploy/prometheus/rules.yml");
    private static final Path SCALING = ComposeFile.ROOT.resolve("deploy/kubernetes/base/scaling.yaml");
    private static final Path DASHBOARDS = ComposeFile.ROOT.resolve("deploy/grafana/dashboards");

    /** PromQL's words that stand where a meter could. */
    private static final Set<String> WORDS =
            Set.of("by", "without", "and", "or", "unless", "on", "ignoring", "bool", "offset");

    private static final Pattern GROUPING = Pattern.compile("\\b(by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile(
            "(?<![a-zA-Z0-9_:$.\"])([a-zA-Z_:][a-zA-Z0-9_:]*)(?![a-zA-Z0-9_:]|\\s*\\()(?:\\{([^}]*)})?(?:\\[[^]]*])?");
    private static final Pattern MATCHER = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(?:=~|!~|!=|=)");

    private MonitoringFiles() {}

    /**
     * A meter that something reads.
     *
     * @param file where
     * @param labels by which it chooses among the meter's series
     */
    record Selector(String file, String meter, Set<String> labels) {}

    /** The places that Prometheus asks, {@code host:port}. */
    static List<String> targets() throws IOException {
        return scrape().at("/static_configs/0/targets")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /** The path at which it asks. */
    static String path() throws IOException {
        return scrape().get("metrics_path").asString();
    }

    private static JsonNode scrape() throws IOException {
        return yaml(PROMETHEUS).at("/scrape_configs/0");
    }

    /** All meters that rules and dashboards read, but for what the rules record themselves. */
    static Set<Selector> selectors() throws IOException {
        Set<Selector> selectors = new LinkedHashSet<>();
        Set<String> recorded = new TreeSet<>();
        JsonNode rules = yaml(RULES);
        for (JsonNode rule : rules.findValues("rules").stream()
                .flatMap(JsonNode::valueStream)
                .toList()) {
            if (rule.has("record")) {
                recorded.add(rule.get("record").asString());
            }
            selectors.addAll(selectors("rules.yml", rule.get("expr").asString()));
        }
        try (var files = Files.newDirectoryStream(DASHBOARDS, "*.json")) {
            for (Path file : files) {
                for (JsonNode expression :
                        new ObjectMapper().readTree(Files.readString(file)).findValues("expr")) {
                    selectors.addAll(selectors(file.getFileName().toString(), expression.asString()));
                }
            }
        }
        for (JsonNode query : yaml(SCALING).findValues("query")) {
            selectors.addAll(selectors("scaling.yaml", query.asString()));
        }
        selectors.removeIf(selector -> recorded.contains(selector.meter()));
        return selectors;
    }

    /** What a dashboard draws under a name. */
    static List<String> expressions(String dashboard, String legend) throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(DASHBOARDS.resolve(dashboard))).findParents("legendFormat").stream()
                        .filter(target -> target.get("legendFormat").asString().equals(legend))
                        .map(target -> target.get("expr").asString())
                        .toList();
    }

    /** What KEDA asks Prometheus for. */
    static List<String> scaling() throws IOException {
        return yaml(SCALING).findValuesAsString("query");
    }

    /** The titles of a dashboard's panels. */
    static List<String> panels(String dashboard) throws IOException {
        List<String> titles = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper()
                .readTree(Files.readString(DASHBOARDS.resolve(dashboard)))
                .get("panels")) {
            if (!panel.get("type").asString().equals("row")) {
                titles.add(panel.get("title").asString());
            }
        }
        return titles;
    }

    /** The meters of an expression. A label by which it groups has to be one of each of them. */
    static Set<Selector> selectors(String file, String expression) {
        Set<Selector> found = new LinkedHashSet<>();
        Set<String> grouped = new TreeSet<>();
        Matcher grouping = GROUPING.matcher(expression);
        while (grouping.find()) {
            grouped.addAll(List.of(grouping.group(2).trim().split("\\s*,\\s*")));
        }
        Matcher name = NAME.matcher(grouping.replaceAll(" "));
        while (name.find()) {
            if (!WORDS.contains(name.group(1))) {
                Set<String> labels = new TreeSet<>(grouped);
                if (name.group(2) != null) {
                    MATCHER.matcher(name.group(2)).results().forEach(label -> labels.add(label.group(1)));
                }
                found.add(new Selector(file, name.group(1), labels));
            }
        }
        return found;
    }

    private static JsonNode yaml(Path file) throws IOException {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        Object loaded = new Yaml(new SafeConstructor(strict)).load(Files.readString(file));
        return new ObjectMapper().valueToTree(loaded);
    }
}
