package io.dronedelivery.house.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The files of the repository, and what the applications in it are. */
final class Repository {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    static final List<String> APPLICATIONS = List.of("gateway", "delivery-service", "drone-service", "invoice-service");

    private static final ObjectMapper JSON = new ObjectMapper();

    private Repository() {}

    static String text(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    static JsonNode json(String path) throws IOException {
        return JSON.readTree(text(path));
    }

    /** The documents of a YAML file, of which none says a thing twice. */
    static List<JsonNode> yaml(String path) throws IOException {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        Iterable<Object> documents = new Yaml(new SafeConstructor(strict)).loadAll(text(path));
        return StreamSupport.stream(documents.spliterator(), false)
                .<JsonNode>map(JSON::valueToTree)
                .toList();
    }

    /** The lines {@code NAME=value} of a file. */
    static Map<String, String> environment(String path) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String line : text(path).lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("=", 2);
                environment.put(parts[0], parts[1]);
            }
        }
        return environment;
    }

    /** The port of an application's API. */
    static int port(String application) throws IOException {
        return settings(application).stream()
                .map(document -> document.at("/server/port"))
                .filter(JsonNode::isInt)
                .findFirst()
                .orElseThrow()
                .asInt();
    }

    /** The port of its operators: that of its settings, or the one that the gateway takes beside its own. */
    static int managementPort(String application) throws IOException {
        int besideItsOwn = port(application) + 100;
        return settings(application).stream()
                .map(document -> document.at("/management/server/port"))
                .filter(JsonNode::isInt)
                .findFirst()
                .map(JsonNode::asInt)
                .orElse(besideItsOwn);
    }

    /** The documents of an application's own settings. */
    static List<JsonNode> settings(String application) throws IOException {
        return yaml(application + "/src/main/resources/" + application + ".yml");
    }

    /** How long each of the two phases of a shutdown may take. */
    static Duration shutdownPhase(String application) throws IOException {
        Pattern phase = Pattern.compile("timeout-per-shutdown-phase: (\\d+)s");
        Matcher own = phase.matcher(text(application + "/src/main/resources/" + application + ".yml"));
        if (own.find()) {
            return Duration.ofSeconds(Long.parseLong(own.group(1)));
        }
        Matcher common = phase.matcher(text("libraries/service-kit/src/main/resources/service-kit.yml"));
        assertThat(common.find()).isTrue();
        return Duration.ofSeconds(Long.parseLong(common.group(1)));
    }

    /** Whether a variable of the environment sets a property that the metadata of an application or a library has. */
    static boolean isSetting(String variable) throws IOException {
        Map<String, String> known = variablesOfProperties();
        return known.containsKey(variable)
                || known.entrySet().stream()
                        .anyMatch(property ->
                                hasMembers(property.getValue()) && variable.startsWith(property.getKey() + "_"));
    }

    /** A map, or a record of ours that is not taken apart in the metadata. */
    private static boolean hasMembers(String type) {
        return type.startsWith("java.util.Map<") || type.startsWith("io.dronedelivery.");
    }

    /** The variables that set properties, each with its property's type. */
    private static Map<String, String> variablesOfProperties() throws IOException {
        Map<String, String> known = new TreeMap<>();
        for (URL metadata : Collections.list(
                Repository.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream stream = metadata.openStream()) {
                JSON.readTree(stream)
                        .get("properties")
                        .forEach(property -> known.put(
                                property.get("name")
                                        .asString()
                                        .replace("-", "")
                                        .replace('.', '_')
                                        .toUpperCase(Locale.ROOT),
                                property.path("type").asString("")));
            }
        }
        return known;
    }

    /** Queues, and topics with their subscriptions as {@code topic/subscription}, of the one file that declares them. */
    static Set<String> entities() throws IOException {
        JsonNode namespace = json("deploy/service-bus/Config.json").at("/UserConfig/Namespaces/0");
        Set<String> entities = new TreeSet<>();
        namespace.get("Queues").forEach(queue -> entities.add(queue.get("Name").asString()));
        namespace
                .get("Topics")
                .forEach(topic -> topic.get("Subscriptions")
                        .forEach(subscription -> entities.add(topic.get("Name").asString() + "/"
                                + subscription.get("Name").asString())));
        return entities;
    }

    /** The settings of a component in {@code deploy/kubernetes/components}. */
    static Map<String, String> literals(String component) throws IOException {
        Map<String, String> literals = new TreeMap<>();
        yaml("deploy/kubernetes/components/" + component + "/kustomization.yaml")
                .get(0)
                .at("/configMapGenerator/0/literals")
                .forEach(literal -> {
                    String[] parts = literal.asString().split("=", 2);
                    literals.put(parts[0], parts[1]);
                });
        return literals;
    }
}
