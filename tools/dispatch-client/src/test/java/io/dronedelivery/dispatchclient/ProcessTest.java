package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.dispatchclient.TestDispatcher.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client in a process of its own, as it is used. */
@Tag("whole")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that a test could send")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessTest {

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void a_last_status_is_shown_and_all_is_well(String signal) throws Exception {
        assumeThat(signal.equals("INT") && interruptsAreIgnored())
                .as("a process in the background of a shell passes on to its children that they ignore interrupts")
                .isFalse();
        try (TestDispatcher dispatcher = TestDispatcher.start()) {
            Process client = start(dispatcher);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> dispatcher.calls().stream().anyMatch(call -> call.startsWith("POST")));

            send(signal, client);

            String out = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
            assertThat(out.lines().toList())
                    .contains("adding 8 to queue of 0 with 0 inflight...")
                    .endsWith("===== status =====", "queued: 0", "inflight: 0", "errors: 0", "concurrency: 100");
        }
    }

    @Test
    void errors_that_were_seen_are_not_forgotten() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start().onMessages(() -> Reply.problem(503, "Full."))) {
            Process client = start(dispatcher);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> dispatcher.calls().stream().anyMatch(call -> call.startsWith("POST")));

            send("TERM", client);

            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isEqualTo(1);
        }
    }

    @Test
    void who_closes_the_pipe_ends_it() throws Exception {
        try (TestDispatcher dispatcher = TestDispatcher.start()) {
            Process client = start(dispatcher, "--every", "10");

            assertThat(client.getInputStream().read()).isPositive();
            client.getInputStream().close();

            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
        }
    }

    @Test
    void who_hears_nothing_more_of_a_job_says_where_it_goes_on_and_does_not_stop_it() throws Exception {
        try (TestService service = new TestService()) {
            service.on("POST /resends", Reply.ok("{\"id\":\"j-1\",\"status\":\"running\"}"));
            service.on("GET /resends/j-1", Reply.ok("a proxy says sorry"));
            Process client = resend(service).start();

            String err = new String(client.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isEqualTo(3);
            assertThat(service.calls()).noneMatch(call -> call.startsWith("DELETE"));
            assertThat(err)
                    .contains("something that no service says")
                    .contains(
                            "The job was not stopped: GET " + service.url()
                                    + "/internal/dead-letters/requests.drones/resends/j-1 tells how far it is, DELETE stops it.");
        }
    }

    @Test
    void job_that_a_signal_stops_is_told_to_its_end() throws Exception {
        String last = null;
        // The client does not wait for longer than 30 s to have the job stopped, and may not get to its last word in
        // that time.
        for (int round = 1; last == null && round <= 3; round++) {
            last = lastWordOfAJobThatASignalStops();
        }

        assertThat(last).isEqualTo("stopped: 7 sent, 0 failed, 0 came back");
    }

    private static ProcessBuilder resend(TestService service) {
        return process(
                "dead-letters",
                "resend",
                TestService.SUBSCRIPTION,
                "--all",
                "--uri",
                service.url(),
                "--progress-every",
                "1");
    }

    /** While the service still stops it; null when the client ended without one. */
    private static @Nullable String lastWordOfAJobThatASignalStops() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        CountDownLatch told = new CountDownLatch(1);
        try (TestService service = new TestService()) {
            service.on("POST /resends", Reply.ok("{\"id\":\"j-1\",\"status\":\"running\"}"));
            service.onEach(
                    "GET /resends/j-1",
                    () -> Reply.ok("{\"id\":\"j-1\",\"status\":\"%s\",\"sent\":7}"
                            .formatted(stopped.get() ? "stopped" : "running")));
            service.onEach("DELETE /resends/j-1", () -> {
                stopped.set(true);
                awaitQuietly(told);
                return Reply.ok("{\"id\":\"j-1\",\"status\":\"stopped\"}");
            });
            Process client = resend(service)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader out = client.inputReader();
            assertThat(out.readLine()).startsWith("running");

            send("TERM", client);

            String line = out.readLine();
            while (line != null && line.startsWith("running")) {
                line = out.readLine();
            }
            told.countDown();
            assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return line;
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        int interrupt = 1 << 1;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & interrupt) != 0);
    }

    private static Process start(TestDispatcher dispatcher, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--uri", dispatcher.url()));
        arguments.addAll(List.of(options));
        return process(arguments.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static ProcessBuilder process(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                System.getProperty("java.class.path"),
                DispatchClient.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static void send(String signal, Process process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
