package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.StackProcess;
import io.dronedelivery.localstack.StartWarnings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a start can fail, and how it can be broken off. */
@Tag("whole")
class StartAndStopIT {

    @TempDir
    private Path temporary;

    @Test
    void help_lists_the_options_and_starts_nothing() throws Exception {
        try (StackProcess stack = StackProcess.startWith(temporary, List.of("--help"))) {
            assertThat(stack.exitCode()).isZero();
            assertThat(stack.text()).contains("--local.data-dir=DIR", "--local.cosmos.latency=TIME");
        }
    }

    @Test
    void wrong_option_is_told_before_anything_starts() throws Exception {
        try (StackProcess stack = StackProcess.startWith(temporary, List.of("--local.sample.delivery=5"))) {
            assertThat(stack.exitCode()).isEqualTo(2);
            assertThat(stack.text()).contains("did you mean --local.sample.deliveries?");
            stack.assertNothingIsLeftBehind();
        }
    }

    @Test
    void port_in_use_is_told_with_its_option() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StackProcess stack = StackProcess.start(temporary, "--local.port.cosmos=" + other.getLocalPort())) {
            assertThat(stack.exitCode()).isEqualTo(2);
            assertThat(stack.text()).contains("--local.port.cosmos=" + other.getLocalPort());
            stack.assertNothingIsLeftBehind();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--invoice.lines.default-limit=0, must be greater than or equal to 1",
        "--gateway.limits.max-in-flight=7, there is no such setting; gateway.limits has ",
        "--spring.r2dbc.pool.max-size=abc, expected a whole number",
        "--security.keys.keep=1s, security.keys.keep must not be shorter than security.keys.retry",
        "--gateway.aggregations.owner-invoice.parts.invoice.backend=nowhere, is not one of the backends"
    })
    void wrong_setting_is_told_in_one_line_before_anything_starts(String setting, String reason) throws Exception {
        try (StackProcess stack = StackProcess.startWith(temporary, List.of(setting))) {
            assertThat(stack.exitCode()).isEqualTo(2);
            // On a busy machine the launcher says after five seconds what it is doing.
            assertThat(stack.text().lines().filter(line -> !line.contains("still to come")))
                    .singleElement()
                    .asString()
                    .contains(setting.substring(2) + ": " + reason);
            stack.assertNothingIsLeftBehind();
        }
    }

    @Test
    void file_of_settings_that_cannot_be_read_is_told_with_its_line() throws Exception {
        Path file = Files.writeString(temporary.resolve("mine.yml"), "gateway:\n\tjson: {}\n");

        try (StackProcess stack =
                StackProcess.startWith(temporary, List.of("--spring.config.additional-location=" + file.toUri()))) {
            assertThat(stack.exitCode()).isEqualTo(2);
            assertThat(stack.text().strip())
                    .contains(file + "], line 2, column 1: ")
                    .doesNotContain("\n");
        }
    }

    @Test
    void part_that_cannot_start_is_told_and_takes_the_others_down() throws Exception {
        try (StackProcess stack =
                StackProcess.start(temporary, "--local.sample.deliveries=100", "--spring.r2dbc.pool.max-size=-5")) {
            assertThat(stack.exitCode()).isEqualTo(1);
            String reason = "invoice-service could not be started";
            assertThat(stack.text()).contains(reason);
            assertThat(stack.text().substring(stack.text().lastIndexOf(reason)))
                    .contains("Maximal pool size must be greater zero")
                    .doesNotContain("stopped in");
            assertThat(stack.text()).doesNotContain("\tat ");
            stack.assertNothingIsLeftBehind();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"servicebus", "kafka"})
    void orderly_stop_logs_no_warning(String broker) throws Exception {
        try (StackProcess stack = StackProcess.start(
                        temporary,
                        "--local.broker=" + broker,
                        "--local.sample.deliveries=100",
                        "--messaging.dead-letters.watch=50ms")
                .awaitReady()) {
            int ready = stack.lines().size();

            assertThat(stack.stop()).isEqualTo(143);
            List<String> stop = stack.lines().subList(ready, stack.lines().size());
            assertThat(StartWarnings.in(stop)).isEmpty();
            assertThat(stop).noneMatch(line -> line.contains("BrokerUnavailableException"));
            stack.assertNothingIsLeftBehind();
        }
    }

    @Test
    void start_can_be_broken_off_at_any_time() throws IOException, InterruptedException {
        try (StackProcess stack = StackProcess.start(temporary, "--local.sample.deliveries=1000000")) {
            stack.awaitLine("sample data");

            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }
    }
}
