package io.dronedelivery.drone.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.drone.archive.Archive;
import io.dronedelivery.localkafka.LocalKafka;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One or two instances and a broker, in good times and in bad. */
class KafkaTelemetryTest {

    private static final int PARTITIONS = 4;
    private static final int DRONES = 12;

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private Path archiveDirectory;
    private ArchivedTelemetry archive;
    private LocalKafka kafka;
    private RawTelemetry drones;
    private int sent;

    @BeforeEach
    void start() throws Exception {
        archiveDirectory = directory.resolve("archive");
        archive = new ArchivedTelemetry(archiveDirectory);
        kafka = LocalKafka.start(o -> o.dataDirectory(directory.resolve("kafka")));
        drones = new RawTelemetry(kafka.bootstrapServers());
        drones.createTopic(PARTITIONS);
        open.add(drones);
    }

    @AfterEach
    void stop() throws Exception {
        for (int last = open.size() - 1; last >= 0; last--) {
            open.get(last).close();
        }
        kafka.close();
    }

    private RunningService service(String... further) {
        List<String> settings = new ArrayList<>(List.of(
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.directory=" + archiveDirectory,
                "--drone.telemetry.archive.roll-interval=100ms",
                "--drone.telemetry.archive.first-pause=20ms",
                "--drone.telemetry.archive.longest-pause=100ms"));
        settings.addAll(List.of(further));
        TestBroker broker = new TestBroker(
                List.of("--messaging.broker=kafka", "--messaging.kafka.bootstrap-servers=" + kafka.bootstrapServers()),
                () -> {});
        RunningService service =
                DroneService.start(DroneServiceApplication.builder(), broker, settings.toArray(String[]::new));
        open.add(service);
        return service;
    }

    /** So many messages of each drone. */
    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            sent++;
            for (int drone = 1; drone <= DRONES; drone++) {
                drones.send("dr-" + drone, sent);
            }
        }
        drones.flush();
    }

    private void assertArchivedOnce() {
        await().untilAsserted(() -> assertThat(archive.distinctIds()).isEqualTo((long) DRONES * sent));
        assertThat(archive.messages()).isEqualTo((long) DRONES * sent);
    }

    private static JsonNode status(RunningService service) {
        return service.get("/internal/telemetry/status");
    }

    @Test
    void what_is_no_telemetry_is_archived_with_the_reason_and_what_follows_goes_on() {
        RunningService service = service();
        drones.sendBad("dr-1", "no event");
        send(1);

        await().untilAsserted(() -> {
            JsonNode status = status(service);
            assertThat(status.get("archived").asLong()).isEqualTo(DRONES + 1);
            assertThat(status.at("/legs/archived/count").asLong()).isEqualTo(DRONES);
        });
        assertThat(status(service).get("rejected").asLong()).isOne();
        await().untilAsserted(() -> assertThat(archive.messages()).isEqualTo(DRONES + 1));
        assertThat(archive.query("select rejectedreason from archive where rejectedreason is not null"))
                .singleElement()
                .asString()
                .startsWith("missing-attribute: ");
    }

    @Test
    void while_the_archive_cannot_be_written_positions_are_followed_and_afterwards_nothing_is_missing()
            throws Exception {
        RunningService service = service();
        send(10);
        assertArchivedOnce();
        Path moved = directory.resolve("away");
        Files.move(archiveDirectory, moved);
        Files.writeString(archiveDirectory, "no directory");

        send(10);

        await().untilAsserted(() -> assertThat(service.get("/actuator/metrics/drone.telemetry.archive.failures")
                        .at("/measurements/0/value")
                        .asDouble())
                .isGreaterThan(1));
        send(1);
        await().untilAsserted(() -> assertThat(
                        service.get("/api/v1/drones/dr-3").get("sequence").asInt())
                .isEqualTo(sent));
        await().untilAsserted(() -> service.http()
                .get()
                .uri("/actuator/health/telemetryArchive")
                .exchange()
                .expectStatus()
                .isEqualTo(503));

        Files.delete(archiveDirectory);
        Files.move(moved, archiveDirectory);
        await().untilAsserted(
                        () -> assertThat(status(service).get("lag").asLong()).isZero());
        assertArchivedOnce();
        assertThat(status(service).get("repeated").asLong()).isPositive();
        assertThat(status(service).get("received").asLong()).isEqualTo((long) DRONES * sent);
        assertThat(status(service).get("archived").asLong()).isEqualTo((long) DRONES * sent);
    }

    @Test
    void each_instance_answers_for_every_drone_and_one_that_is_drained_leaves_the_group_at_once() {
        RunningService first = service();
        RunningService second = service();
        await().untilAsserted(() -> assertThat(status(first).get("members"))
                .hasSize(2)
                .allSatisfy(member -> assertThat(member.get("partitions")).hasSize(PARTITIONS / 2)));

        send(20);

        for (RunningService service : List.of(first, second)) {
            for (int drone = 1; drone <= DRONES; drone++) {
                String path = "/api/v1/drones/dr-" + drone;
                await().untilAsserted(() -> service.http()
                        .get()
                        .uri(path)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectBody()
                        .jsonPath("$.sequence")
                        .isEqualTo(sent));
            }
        }

        second.http().post().uri("/internal/drain").exchange().expectStatus().isOk();
        assertThat(status(first).get("members")).hasSize(1);
        send(20);
        await().untilAsserted(
                        () -> assertThat(status(first).get("lag").asLong()).isZero());
        assertThat(status(first).get("members"))
                .singleElement()
                .satisfies(member -> assertThat(member.get("partitions")).hasSize(PARTITIONS));
        assertArchivedOnce();
    }

    @Test
    void a_broker_that_goes_and_comes_back_costs_no_message() {
        RunningService service = service();
        send(10);
        assertArchivedOnce();
        int port = kafka.port();

        kafka.close();
        kafka = LocalKafka.start(
                o -> o.dataDirectory(directory.resolve("kafka")).port(port));
        send(10);

        await().untilAsserted(
                        () -> assertThat(status(service).get("lag").asLong()).isZero());
        await().untilAsserted(() -> assertThat(archive.distinctIds()).isEqualTo((long) DRONES * sent));
    }

    @Test
    void a_member_that_the_group_has_removed_while_its_archive_fails_comes_back_by_itself() throws Exception {
        RunningService service = service();
        send(1);
        assertArchivedOnce();
        ArchivingMember member = memberOf(service, "fenced");
        TopicPartition partition = new TopicPartition(TelemetryEvents.CHANNEL, 0);
        await().until(() -> drones.committed("fenced") == (long) DRONES * sent);
        long archived = drones.committed("fenced", partition);

        // The archive reports all the time that batches are durable and that others are discarded.
        AtomicBoolean fails = new AtomicBoolean(true);
        AtomicInteger epoch = new AtomicInteger();
        CompletableFuture<Void> reports = CompletableFuture.runAsync(() -> {
            while (fails.get()) {
                MessageBatch batch = new MessageBatch(
                        new LineBuffer(0),
                        new long[0],
                        0,
                        Map.of(partition, archived),
                        epoch.getAndIncrement(),
                        member);
                member.durable(batch);
                member.discarded(batch);
                Thread.onSpinWait();
            }
        });
        drones.removeMembers("fenced");
        // Until some attempts have failed.
        await().during(Duration.ofSeconds(3)).until(() -> drones.members("fenced") <= 1);
        fails.set(false);
        reports.join();
        send(1);

        await().until(() -> drones.committed("fenced") == (long) DRONES * sent);
        member.stop().block();
    }

    /** Another member that archives, of another group. */
    private static ArchivingMember memberOf(RunningService service, String group) {
        DroneTelemetryProperties settings = service.bean(DroneTelemetryProperties.class);
        StreamFigures figures = service.bean(StreamFigures.class);
        ArchivingMember member = new ArchivingMember(
                service.bean(TelemetryTopic.class),
                service.bean(Archive.class),
                service.bean(LatestPositions.class),
                figures,
                new Covered(),
                new Rejections(figures, new SimpleMeterRegistry()),
                settings);
        Map<String, Object> client =
                new HashMap<>(service.bean(TelemetryKafkaClients.class).member(settings));
        client.put("group.id", group);
        member.start(client);
        return member;
    }

    @Test
    void archiving_goes_on_while_the_context_pauses() {
        RunningService service = service();
        send(1);
        assertArchivedOnce();

        PausingContext.of(service.bean(KafkaStream.class));
        send(1);

        assertArchivedOnce();
    }

    /** Its topic was made with the broker's defaults. */
    @Test
    void telemetry_that_is_kept_for_too_short_a_time_ends_the_start_unless_the_service_makes_the_topic() {
        String[] deployed = {
            "--messaging.promise.check=refuse",
            "--messaging.promise.timeout=1m",
            "--messaging.promise.min-replicas=1",
            "--messaging.promise.min-insync-replicas=1"
        };
        assertThat(catchThrowable(() -> service(deployed)))
                .hasStackTraceContaining("topic drone-telemetry: retention.ms is PT168H, needed are at least PT336H")
                .hasStackTraceContaining("topic drone-telemetry: message.timestamp.type is CreateTime");

        List<String> another = new ArrayList<>(List.of(deployed));
        another.add("--drone.telemetry.channel=more-telemetry");
        assertThat(service(another.toArray(String[]::new)).get("/internal/telemetry/status"))
                .isNotNull();
    }

    @Test
    void an_archive_that_cannot_be_written_ends_the_start() throws Exception {
        Files.writeString(archiveDirectory, "no directory");

        assertThat(catchThrowable(this::service))
                .hasStackTraceContaining("Telemetry cannot be archived in " + archiveDirectory);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(100));
    }
}
