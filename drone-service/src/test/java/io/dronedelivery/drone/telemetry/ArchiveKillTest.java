package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.localkafka.LocalKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The service as a process of its own, and its sudden death in the middle of archiving. */
@Tag("whole")
class ArchiveKillTest {

    private static final Pattern STARTED = Pattern.compile("Netty started on port (\\d+)");
    private static final int DRONES = 50;
    private static final int KILLS = 2;

    /** Messages of each drone between two kills. */
    private static final int MESSAGES = 100;

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final List<Process> processes = new ArrayList<>();
    private LocalCosmos cosmos;
    private LocalKafka kafka;
    private RawTelemetry drones;
    private int sent;

    @BeforeEach
    void start() throws Exception {
        cosmos = LocalCosmos.start(o -> o);
        kafka = LocalKafka.start(o -> {});
        drones = new RawTelemetry(kafka.bootstrapServers());
        drones.createTopic(4);
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        }
        drones.close();
        kafka.close();
        cosmos.close();
    }

    @Test
    void every_message_is_in_the_archive_after_kills_and_repetitions_are_found_by_their_ids() throws Exception {
        ArchivedTelemetry archive = new ArchivedTelemetry(directory.resolve("archive"));
        for (int kill = 1; kill <= KILLS; kill++) {
            int filesBefore = archive.files().size();
            Process process = service("killed-" + kill);
            int port = portOf(process, "killed-" + kill);
            // Killed while it writes a file, after it has completed one.
            await().until(() -> {
                send();
                return archive.files().size() > filesBefore
                        && !archive.underWay().isEmpty();
            });
            assertThat(status(port).get("received").asLong()).isPositive();
            send();
            process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        }
        send();

        Process last = service("last");
        int port = portOf(last, "last");
        await().untilAsserted(() -> assertThat(status(port).get("lag").asLong()).isZero());
        last.destroy();
        assertThat(last.waitFor(90, TimeUnit.SECONDS)).isTrue();

        long expected = (long) DRONES * sent;
        assertThat(archive.distinctIds()).isEqualTo(expected);
        assertThat(archive.count("select count(*) from archive where rejectedreason is not null"))
                .isZero();
        // A repetition has the id of its original and says the same.
        assertThat(archive.count("select count(*) from (select id from archive group by id"
                        + " having count(distinct data->>'$.createdMicros') > 1)"))
                .isZero();
        assertThat(archive.count("select count(*) from (select distinct data->>'$.droneId' from archive)"))
                .isEqualTo(DRONES);
        assertThat(archive.underWay()).isEmpty();
    }

    private void send() {
        for (int i = 0; i < MESSAGES; i++) {
            sent++;
            for (int drone = 1; drone <= DRONES; drone++) {
                drones.send("dr-" + drone, sent);
            }
        }
        drones.flush();
    }

    private Process service(String name) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:MetaspaceSize=128m",
                        "-Xshare:auto",
                        // VerifiedClassesTest has verified the classes: a sixth of the work of a start.
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                        "-DCOSMOS.DISABLE_IMDS_ACCESS=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DroneServiceApplication.class.getName(),
                        "--server.port=0",
                        "--management.server.port=",
                        "--spring.main.banner-mode=off",
                        "--spring.cloud.azure.cosmos.endpoint=" + cosmos.endpoint(),
                        "--spring.cloud.azure.cosmos.key=" + cosmos.key(),
                        "--cosmos.containers.flights.create-if-missing=true",
                        "--messaging.broker=kafka",
                        "--messaging.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "--drone.telemetry.enabled=true",
                        "--drone.telemetry.archive.directory=" + directory.resolve("archive"),
                        "--drone.telemetry.archive.roll-interval=200ms")
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile())
                .start();
        processes.add(process);
        return process;
    }

    private Path log(String name) {
        return directory.resolve(name + ".log");
    }

    private int portOf(Process process, String name) {
        return await().until(
                        () -> {
                            assertThat(process.isAlive())
                                    .as("the service has ended by itself; its log is %s", log(name))
                                    .isTrue();
                            Matcher started = STARTED.matcher(Files.readString(log(name)));
                            return started.find() ? Integer.parseInt(started.group(1)) : 0;
                        },
                        found -> found > 0);
    }

    private JsonNode status(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port + "/internal/telemetry/status"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return json.readTree(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(50));
    }
}
