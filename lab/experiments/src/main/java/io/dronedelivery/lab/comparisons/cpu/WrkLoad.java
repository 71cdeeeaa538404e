package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.cpu.LoadGenerator.CpuTarget;
import io.dronedelivery.lab.kit.process.Tool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Load by <a href="https://github.com/wg/wrk">wrk</a>, which leaves more of a small machine to the measured process. */
final class WrkLoad implements LoadGenerator {

    /** wrk tells the totals to this script in units that need no guessing: requests, bytes and microseconds. */
    private static final String SCRIPT = """
        done = function(summary, latency, requests)
          local errors = summary.errors
          io.write(string.format("TOTALS requests=%d bytes=%d micros=%d refused=%d broken=%d late=%d p50=%d p99=%d\\n",
            summary.requests, summary.bytes, summary.duration,
            errors.status, errors.connect + errors.read + errors.write, errors.timeout,
            latency:percentile(50), latency:percentile(99)))
        end
        """;

    private static final Pattern TOTALS = Pattern.compile("TOTALS requests=(\\d+) bytes=(\\d+) micros=(\\d+)"
            + " refused=(\\d+) broken=(\\d+) late=(\\d+) p50=(\\d+) p99=(\\d+)");
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);
    /** Pause after a run: wrk ends without reading its last answers, and the server finishes them before the next measurement. */
    private static final Duration SETTLING_TIME = Duration.ofMillis(500);

    private final Path executable;
    private final Path script;
    private final int connections;

    private WrkLoad(Path executable, Path script, int connections) {
        this.executable = executable;
        this.script = script;
        this.connections = connections;
    }

    /** Empty when there is no wrk on the PATH; its script goes to {@code directory}. */
    static Optional<WrkLoad> find(int connections, Path directory) throws IOException {
        Optional<Path> executable = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "wrk"))
                .filter(Files::isExecutable)
                .findFirst();
        if (executable.isEmpty()) {
            return Optional.empty();
        }
        Path script = Files.writeString(directory.resolve("totals.lua"), SCRIPT);
        return Optional.of(new WrkLoad(executable.get(), script, connections));
    }

    @Override
    public String name() {
        return "wrk, 1 thread";
    }

    @Override
    public Load drive(CpuTarget target, byte[] body, Duration time) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "--threads=1",
                "--connections=" + connections,
                "--duration=" + time.toSeconds() + "s",
                "--timeout=" + ANSWER_TIMEOUT.toSeconds() + "s",
                "--script=" + script));
        if (target.authorization() != null) {
            command.add("--header=Authorization: " + target.authorization());
        }
        command.add(target.uri().toString());
        String output = Tool.run(command);
        TimeUnit.MILLISECONDS.sleep(SETTLING_TIME.toMillis());
        return read(output, body.length);
    }

    private static Load read(String output, int bodyLength) throws IOException {
        Matcher totals = TOTALS.matcher(output);
        if (!totals.find()) {
            throw new IOException("wrk failed: " + output.strip());
        }
        long requests = Long.parseLong(totals.group(1));
        long bytes = Long.parseLong(totals.group(2));
        boolean clean = totals.group(4).equals("0")
                && totals.group(5).equals("0")
                && totals.group(6).equals("0");
        if (!clean || requests == 0 || bytes < requests * bodyLength) {
            throw new IOException("Not every answer was whole and 200: " + totals.group());
        }
        return new Load(
                requests,
                Duration.of(Long.parseLong(totals.group(3)), ChronoUnit.MICROS),
                Long.parseLong(totals.group(7)) / 1000.0,
                Long.parseLong(totals.group(8)) / 1000.0);
    }
}
