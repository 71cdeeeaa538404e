package io.dronedelivery.lab.comparisons.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.comparisons.command.Spread;
import java.time.Duration;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class JarComparisonTest {

    @Test
    void a_difference_inside_the_spread_is_none() {
        CpuReport report = report(1, 80, 82, 84);

        assertThat(report.table())
                .endsWith("CPU/request of the gateway beside that of the second jar, 3 rounds: 1.025 times (0.976 to"
                        + " 1.077): no difference, because 1 is inside the spread.");
        assertThat(report.comparison())
                .hasValueSatisfying(both -> assertThat(both.isMissed()).isFalse());
    }

    @Test
    void a_gateway_that_costs_more_in_every_round_misses_the_bar() {
        CpuReport report = report(1, 83, 84, 85);

        assertThat(report.table()).endsWith("the gateway costs more in every round.");
        assertThat(report.comparison())
                .hasValueSatisfying(both -> assertThat(both.isMissed()).isTrue());
    }

    @Test
    void a_gateway_that_costs_less_in_every_round_does_not() {
        CpuReport report = report(1, 70, 71, 72);

        assertThat(report.table()).endsWith("the gateway costs less in every round.");
        assertThat(report.comparison())
                .hasValueSatisfying(both -> assertThat(both.isMissed()).isFalse());
    }

    @Test
    void gateways_whose_methods_are_still_compiled_are_not_comparable() {
        CpuReport report = report(30, 70, 71, 72);

        assertThat(report.table()).endsWith("says nothing, because the JIT compilers still used 30 % of the CPU time.");
        assertThat(report.comparison())
                .hasValueSatisfying(both -> assertThat(both.isMissed()).isTrue());
    }

    @Test
    void each_second_round_has_the_opposite_order() {
        assertThat(GatewayCpuPerRequest.inTurn(List.of("gateway", "second"), 1)).containsExactly("gateway", "second");
        assertThat(GatewayCpuPerRequest.inTurn(List.of("gateway", "second"), 2)).containsExactly("second", "gateway");
    }

    /** The second gateway costs 82, 80 and 78 in the three rounds. */
    private static CpuReport report(double compilers, double... gateway) {
        return new CpuReport(List.of(line(Peer.GATEWAY, compilers, gateway), line(Peer.SECOND, 1, 82, 80, 78)));
    }

    private static CpuReport.CpuLine line(String name, double compilers, double... rounds) {
        List<Double> cpu = DoubleStream.of(rounds).boxed().toList();
        Spread any = new Spread(1, 1, 1);
        return new CpuReport.CpuLine(
                name,
                name,
                Spread.of(cpu, Double::doubleValue),
                new Spread(compilers, compilers, compilers),
                any,
                any,
                any,
                1,
                cpu,
                new Aggregator.ColdStart(Duration.ZERO, Duration.ZERO),
                0);
    }
}
