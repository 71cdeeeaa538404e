package io.dronedelivery.lab.comparisons.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.kit.process.JvmFlags;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs the measure as small as it goes: it proves that it works and that all answers are right, not how fast they are. */
@Tag("whole")
class GatewayCpuPerRequestTest {

    @TempDir
    Path directory;

    @Test
    void a_short_run_measures_each_aggregator_and_writes_both_reports() throws Exception {
        CpuReport report = measure("1");
        if (report.lines().stream().anyMatch(line -> line.cpuMicrosPerRequest().median() == 0)) {
            // The system counts processor time in hundredths of a second, and a busy machine may give none in a second.
            report = measure("10");
        }

        assertThat(report.lines())
                .extracting(CpuReport.CpuLine::name)
                .containsExactly("bare", "gateway", "gateway-token", "gateway-telemetry", "glue");
        assertThat(report.lines()).allSatisfy(line -> {
            assertThat(line.requests()).isPositive();
            assertThat(line.cpuMicrosPerRequest().median()).isPositive();
            assertThat(line.coldStart().untilFirstAnswer()).isPositive();
            assertThat(line.coldStart().perRequest()).isPositive();
        });
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("results.json").toFile());
        assertThat(json.at("/aggregators/1/name").asString()).isEqualTo("gateway");
        assertThat(directory.resolve("results.md")).content().contains("| gateway |");
    }

    private CpuReport measure(String seconds) throws Exception {
        return GatewayCpuPerRequest.run(CpuOptions.parse(
                "--aggregators=bare,gateway,gateway-token,gateway-telemetry,glue",
                "--rounds=1",
                "--seconds=" + seconds,
                "--warmup=1",
                "--connections=4",
                "--load=built-in",
                "--jvm=" + String.join(" ", JvmFlags.withHeap("256m"))
                        + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:MetaspaceSize=128m",
                "--output=" + directory));
    }
}
