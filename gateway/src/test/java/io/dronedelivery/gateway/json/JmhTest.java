package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

@Tag("whole")
class JmhTest {

    @Test
    void every_benchmark_runs() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(5))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results)
                .extracting(result -> result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)", "$1"))
                .contains("JsonCheckBenchmark.gateway", "JoinPartsBenchmark.gateway");
    }
}
