package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.accounts.queuedesigns.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DesignTableTest {

    @Test
    void ranking_loads_published_figures_and_settings_are_in_it() {
        String table = QueueDesigns.tablesOf(List.of(run("none", 3_000, 9_000), run("memory", 6_000, 10_000)));

        assertThat(table)
                .contains(
                        "| 1 | memory | 100.00 % | 6,000 |",
                        "| 2 | none | 90.00 % | 3,000 |",
                        "| memory | a trivial endpoint | 10,000 of 10,000 | 20,000 |",
                        "| none | 10,000 requests | 9,000 of 10,000 | 3,000 | 1.0 | 2.0 | 3.0 | 2.0 | 2.5 | 3.0 | 100"
                                + " | 90 % |",
                        "| none | 10,000 | 6,555 |  |  |  |  |",
                        "| memory | 1,000 | 1,000 | 68.9 | 386.0 | 2,645.9 | 4,050.0 |",
                        "- none: `invoice.pricing.queue=none`",
                        "`invoice.pricing.workers.count=16`");
    }
}
