package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.CpuTarget;
import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;

/** Load out of this JVM, for machines without wrk; it compares every single answer. */
final class BuiltInLoad implements LoadGenerator {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);
    private static final long BETWEEN_CHECKS_MILLIS = 10;

    private final int connections;

    BuiltInLoad(int connections) {
        this.connections = connections;
    }

    @Override
    public String name() {
        return "built-in";
    }

    @Override
    public Load drive(CpuTarget target, byte[] body, Duration time) throws IOException, InterruptedException {
        Run run = new Run();
        LoadTarget same = new LoadTarget(target.uri().toString(), 1);
        try (LoadCallers callers = LoadCallers.inAClosedLoop(same, false, run)
                .withAuthorization(target.authorization())
                .expecting(body)) {
            long start = System.nanoTime();
            callers.open(connections);
            while (!run.hasFault() && System.nanoTime() - start < time.toNanos()) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_CHECKS_MILLIS);
            }
            if (!callers.finish(ANSWER_TIMEOUT)) {
                run.wrong("no answer within " + ANSWER_TIMEOUT.toSeconds() + " s");
            }
            return run.load(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    /** What the connections share. The first fault ends the run. */
    private static final class Run implements LoadCallers.Outcomes {

        private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);

        private final ConcurrentHistogram nanos = new ConcurrentHistogram(HIGHEST_NANOS, 3);
        private final AtomicReference<@Nullable String> fault = new AtomicReference<>();

        boolean hasFault() {
            return fault.get() != null;
        }

        Load load(Duration elapsed) throws IOException {
            if (hasFault()) {
                throw new IOException("Not every answer was whole and 200: " + fault.get());
            }
            return new Load(
                    nanos.getTotalCount(),
                    elapsed,
                    nanos.getValueAtPercentile(50) / 1e6,
                    nanos.getValueAtPercentile(99) / 1e6);
        }

        @Override
        public void answered(int status, boolean complete, long took) {
            nanos.recordValue(Math.min(took, HIGHEST_NANOS));
        }

        @Override
        public void wrong(String what) {
            fault.compareAndSet(null, what);
        }

        @Override
        public void brokenOff() {
            wrong("a connection ended");
        }
    }
}
