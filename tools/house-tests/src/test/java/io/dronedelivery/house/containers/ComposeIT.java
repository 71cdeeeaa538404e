package io.dronedelivery.house.containers;

import static io.dronedelivery.house.containers.ComposeFile.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.house.PostedDelivery;
import io.dronedelivery.house.TokenClient;
import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.StartWarnings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

/** The containers of {@code docker-compose.yml} with the stand-ins and Service Bus, each as a process started from its image's layers. */
@Tag("whole")
@EnabledOnOs(value = OS.LINUX, disabledReason = "the image is Linux, and so is its health check")
class ComposeIT {

    private static final List<String> STAND_INS = List.of("local-cosmos", "local-service-bus");
    private static final Pattern FROM_THE_ENVIRONMENT =
            Pattern.compile("System Environment Property \\\\?\"([A-Z0-9_]+)\\\\?\"");

    /**
     * What no bean of properties has: of the broker that is not chosen nothing is loaded, and the connection string is read on its own; without
     * it no delivery is flown.
     */
    private static final Set<String> WHERE_THE_BROKERS_ARE =
            Set.of("MESSAGING_KAFKA_BOOTSTRAPSERVERS", "SPRING_CLOUD_AZURE_SERVICEBUS_CONNECTIONSTRING");

    /** {@code SECURITY_OPEN} of the file, since nobody has to have an issuer to try it. */
    private static final String OPEN_ON_PURPOSE =
            "security.open=true: whoever reaches this application may do everything, nobody is asked for a token";

    /** By the containers that warned. */
    private static final Map<String, List<String>> WARNINGS_OF_THE_START = new LinkedHashMap<>();

    private static ComposeFile file;
    private static LocalContainers containers;

    @BeforeAll
    static void start() throws IOException, SQLException, InterruptedException {
        file = ComposeFile.read(Map.of("BROKER", "servicebus"));
        LocalContainers starting =
                new LocalContainers(file, Path.of("target", "containers").toAbsolutePath());
        try {
            starting.start(STAND_INS);
            starting.awaitHealthy(STAND_INS);
            starting.start(ComposeFile.applications());
            starting.awaitHealthy(ComposeFile.applications());
            for (String name : starting.names()) {
                WARNINGS_OF_THE_START.put(name, StartWarnings.in(starting.lines(name)));
            }
        } catch (IOException | RuntimeException | AssertionError failure) {
            starting.close();
            throw failure;
        }
        containers = starting;
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (containers == null) {
            return;
        }
        try (LocalContainers started = containers) {
            started.terminate(ComposeFile.applications());
            for (String name : ComposeFile.applications()) {
                assertThat(started.stop(name)).as("exit code of " + name).isEqualTo(143);
                assertThat(started.isHealthy(name)).as("health of " + name).isFalse();
            }
            for (String name : STAND_INS) {
                assertThat(started.stop(name)).as("exit code of " + name).isEqualTo(143);
            }
        }
    }

    @Test
    void containers_start_without_a_warning_but_that_nobody_is_asked_for_a_token() {
        assertThat(WARNINGS_OF_THE_START)
                .allSatisfy((name, warnings) -> assertThat(warnings)
                        .as("warnings of " + name)
                        .allMatch(warning -> warning.endsWith(": " + OPEN_ON_PURPOSE)));
    }

    @Test
    void delivery_that_is_asked_for_is_flown_and_billed() throws IOException, InterruptedException {
        PostedDelivery.assertIsFlownAndBilled(TokenClient.WITHOUT_TOKEN, containers.url("gateway"), "composed");
    }

    @Test
    void every_variable_is_a_setting_that_the_application_has_taken() throws IOException, InterruptedException {
        for (String name : ComposeFile.applications()) {
            Set<String> unknown = new TreeSet<>(file.environment(name).keySet());
            unknown.removeAll(taken(name));
            unknown.removeAll(WHERE_THE_BROKERS_ARE);

            assertThat(unknown).as("variables that " + name + " does not know").isEmpty();
        }
    }

    @Test
    void rules_and_dashboards_read_meters_that_the_applications_have() throws IOException, InterruptedException {
        PostedDelivery.assertIsFlownAndBilled(TokenClient.WITHOUT_TOKEN, containers.url("gateway"), "measured");
        Scrape scrape = new Scrape();
        for (String target : MonitoringFiles.targets()) {
            String[] place = target.split(":");
            assertThat(List.of(place[1]))
                    .as("the port at which Prometheus asks " + place[0])
                    .isEqualTo(texts(file.service(place[0]).at("/healthcheck/test"))
                            .subList(2, 3));
            Http.Answer answer = Http.get(containers.management(place[0]) + MonitoringFiles.path());
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            scrape.add(answer.body());
        }

        // The broker is Service Bus here, and nothing has certificates.
        assertThat(MonitoringFiles.selectors())
                .filteredOn(selector -> !selector.meter().matches("messaging_kafka_.*|(gateway_)?ssl_.*"))
                .isNotEmpty()
                .allSatisfy(selector -> assertThat(scrape.labels(selector))
                        .as("labels of the meter in " + selector)
                        .containsAll(selector.labels()));
    }

    @Test
    void health_check_refuses_an_answer_that_is_not_200() throws IOException, InterruptedException {
        Process check = new ProcessBuilder(
                        "bash",
                        ComposeFile.ROOT.resolve("deploy/docker/health-check").toString(),
                        containers.management("gateway").replaceAll(".*:", ""),
                        "/actuator/health/nonsense")
                .start();

        assertThat(check.waitFor()).isNotZero();
    }

    /** The variables from which the application says that it has the value of a property. */
    private static Set<String> taken(String name) throws IOException, InterruptedException {
        Http.Answer answer = Http.get(containers.management(name) + "/actuator/configprops");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        Set<String> variables = new HashSet<>();
        for (JsonNode origin : answer.json().findValues("origin")) {
            Matcher from = FROM_THE_ENVIRONMENT.matcher(origin.asString());
            if (from.find()) {
                variables.add(from.group(1));
            }
        }
        return variables;
    }
}
