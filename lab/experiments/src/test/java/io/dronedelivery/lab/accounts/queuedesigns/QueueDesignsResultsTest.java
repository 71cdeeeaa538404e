package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.accounts.queuedesigns.Runs.part;
import static io.dronedelivery.lab.accounts.queuedesigns.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Killed;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Tests;
import io.dronedelivery.loadtest.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class QueueDesignsResultsTest {

    @TempDir
    Path directory;

    private List<Check> checks = List.of();
    private Path output = Path.of("");

    @BeforeEach
    void write_the_results_of_one_run() throws Exception {
        LabSettings lab = new LabSettings(
                LabProfile.SHORT, Path.of("stack.jar"), List.of(), List.of(), Path.of("load-test"), "", directory);
        Settings settings = new Settings(Map.of("lab.tests", "memory")::get);
        QueueDesignsRun whole = run("memory", 6_000, 10_000);
        Killed killed = new Killed(part(4_000, 10_000, 10_000), 5_012, 1);
        QueueDesignsRun run = new QueueDesignsRun(
                whole.test(),
                new DesignFigures(whole.measured().hello(), whole.measured().sizes(), killed, null));
        checks = new QueueDesigns(lab, settings)
                .write(List.of(run), Tests.of(List.of("memory"), Duration.ZERO).withFinished("memory"));
        output = directory.resolve("queue-designs");
    }

    @Test
    void each_load_has_the_originals_keys_and_what_it_cost() throws Exception {
        JsonNode run = new JsonMapper()
                .readTree(output.resolve("results.json").toFile())
                .path("runs")
                .get(0);
        JsonNode round =
                run.path("measured").path("sizes").get(0).path("rounds").get(0);

        assertThat(round.propertyNames())
                .contains("statuses", "min", "max", "avg", "count", "rate", "start", "total_time")
                .contains("percentiles", "errors", "refusals", "connections", "cpu_time", "stackCpu", "machineCpu");
        assertThat(run.path("measured").path("killed").path("after").intValue()).isEqualTo(5_012);
        assertThat(run.path("measured").path("killed").path("rate").doubleValue())
                .isEqualTo(4_000);
        assertThat(run.path("published").get(1).path("served").intValue()).isEqualTo(1_600);
        assertThat(run.path("settings").path("invoice.pricing.queue").asString(""))
                .isEqualTo("memory");
    }

    @Test
    void page_has_the_figures_and_its_own_script() throws Exception {
        assertThat(Files.readString(output.resolve("index.html")))
                .contains("<h1>queue-designs</h1>", "function ranking()", "\"after\" : 5012")
                .doesNotContain("src=\"http");
    }

    @Test
    void checks_are_returned_and_in_the_table() throws Exception {
        assertThat(checks).hasSize(5).allMatch(Check::holds);
        assertThat(Files.readString(output.resolve("results.md")))
                .contains("| memory: all of 10,000 requests are served | holds | 10,000 |");
    }
}
