package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.localkafka.LocalKafkaExtension;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

class KafkaReceiverTest extends ReceiverContract {

    @RegisterExtension
    static final LocalKafkaExtension kafka = LocalKafkaExtension.with(options -> {});

    @Override
    Map<String, Object> properties() {
        return Map.of(
                "messaging.broker",
                "kafka",
                "messaging.kafka.bootstrap-servers",
                kafka.bootstrapServers(),
                // A receiver that a busy machine holds up keeps its partitions, so that no message comes twice.
                "messaging.kafka.consumer.properties[session.timeout.ms]",
                "120000");
    }

    @Override
    List<String> options() {
        return List.of("--broker=kafka", "--address=" + kafka.bootstrapServers());
    }

    @Test
    void several_threads_send_one_schedule_and_give_one_report() {
        Simulator.Result result = Simulator.run(arguments(
                "--channel=fleet", "--count=3001", "--rate=1500", "--threads=2", "--drones=30", "--format=json"));

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        JsonNode report = result.report();
        assertThat(report.path("sent").asInt()).isEqualTo(3001);
        assertThat(report.path("acknowledged").asInt()).isEqualTo(3001);
        assertThat(report.path("acknowledgement").path("count").asInt()).isEqualTo(3001);
        assertThat(result.events("progress"))
                .isNotEmpty()
                .allSatisfy(second -> assertThat(
                                second.path("acknowledgement").path("count").asInt())
                        .isEqualTo(second.path("acknowledged").asInt()));
    }

    @Test
    void the_topic_that_it_makes_is_one_that_a_deployed_service_starts_with() {
        Simulator.Result result = Simulator.run(arguments("--channel=kept", "--count=1", "--format=json"));
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();

        Map<String, Object> deployed = new HashMap<>(properties());
        deployed.put("messaging.promise.check", "refuse");
        deployed.put("messaging.promise.timeout", "1m");
        deployed.put("messaging.promise.min-replicas", "1");
        deployed.put("messaging.promise.min-insync-replicas", "1");
        Queue<CloudEvent> handled = new ConcurrentLinkedQueue<>();
        try (ConfigurableApplicationContext receiver = receiver("kept", deployed, handled)) {
            assertThat(receiver.isRunning()).isTrue();
        }
    }

    @Test
    void figures_are_told_as_text_and_progress_beside_them() {
        Simulator.Result result = Simulator.run(arguments("--channel=text", "--rate=200", "--duration=5s"));

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("Acknowledged:        1,000", "Failed:                  0", "p99.9");
        assertThat(result.err()).contains("   1 s:", "   2 s:");
    }

    @Test
    void what_kafka_refuses_is_counted_with_the_reason() {
        Simulator.Result result = Simulator.run(arguments(
                "--channel=large",
                "--count=3",
                "--rate=100",
                "--payload-bytes=2000",
                "--property=max.request.size=1000",
                "--format=json"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.report().path("failed").asInt()).isEqualTo(3);
        assertThat(result.report().path("failures").propertyNames())
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason).contains("RecordTooLargeException", "max.request.size"));
    }

    @Tag("whole")
    @Test
    void a_signal_ends_the_sending_with_a_report_and_is_no_failure() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                System.getProperty("java.class.path"),
                DroneSimulator.class.getName()));
        command.addAll(List.of(arguments("--channel=signal", "--rate=2000", "--tick=200ms", "--format=json")));
        Process simulator = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        StringBuilder told = new StringBuilder();
        try (BufferedReader lines = simulator.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                told.append(line).append('\n');
                if (line.contains("\"progress\"")) {
                    // The process's own method would close its output, which has yet to tell the report.
                    simulator.toHandle().destroy();
                }
            }
        } finally {
            simulator.destroyForcibly();
        }

        assertThat(simulator.waitFor()).as(told.toString()).isZero();
        assertThat(told).contains("\"report\"");
    }
}
