package io.dronedelivery.house.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code docker-compose.yml} as Docker Compose reads it: merged, with its variables replaced. */
final class ComposeFile {

    /** The repository; tests run in the folder of their module. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+):-([^}]*)}");

    private final JsonNode tree;
    private final Set<String> variables;

    private ComposeFile(JsonNode tree, Set<String> variables) {
        this.tree = tree;
        this.variables = variables;
    }

    /** @param chosen variables; the others have the default that the file gives them */
    static ComposeFile read(Map<String, String> chosen) throws IOException {
        String text = Files.readString(ROOT.resolve("docker-compose.yml"));
        Set<String> variables = new TreeSet<>();
        String replaced = VARIABLE.matcher(text).replaceAll(found -> {
            variables.add(found.group(1));
            return Matcher.quoteReplacement(chosen.getOrDefault(found.group(1), found.group(2)));
        });
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        Object loaded = new Yaml(new SafeConstructor(strict)).load(replaced);
        return new ComposeFile(JSON.valueToTree(loaded), variables);
    }

    JsonNode tree() {
        return tree;
    }

    Set<String> variables() {
        return variables;
    }

    Map<String, JsonNode> services() {
        Map<String, JsonNode> services = new LinkedHashMap<>();
        tree.get("services").properties().forEach(entry -> services.put(entry.getKey(), entry.getValue()));
        return services;
    }

    JsonNode service(String name) {
        JsonNode service = tree.at("/services/" + name);
        if (service.isMissingNode()) {
            throw new AssertionError("docker-compose.yml has no service " + name);
        }
        return service;
    }

    /** The environment of a service. */
    Map<String, String> environment(String service) {
        Map<String, String> environment = new LinkedHashMap<>();
        service(service)
                .path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asString()));
        return environment;
    }

    /** The services that {@link #environment} is for an application of this repository. */
    static List<String> applications() {
        return List.of("gateway", "delivery-service", "drone-service", "invoice-service");
    }

    static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }
}
