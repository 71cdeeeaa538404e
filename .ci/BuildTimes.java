import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says how long a build took, keeps that in {@code target/times.csv}, and names the modules whose tests took more than twice as long as
 * {@code .ci/times.csv} says. A machine is as fast as the median of the modules: one that is slow with all of them is no reason to name one.
 *
 * <pre>
 * java .ci/BuildTimes.java BEGUN WALL CPU      after a build: when it began, in seconds since 1970, and the seconds that it took
 * java .ci/BuildTimes.java --expect            writes .ci/times.csv anew from the reports that are there
 * </pre>
 */
public final class BuildTimes {

    private static final Path EXPECTED = Path.of(".ci/times.csv");
    private static final Path KEPT = Path.of("target/times.csv");
    private static final Pattern SUITE = Pattern.compile("<testsuite [^>]*?\\btime=\"([\\d.,]+)\"");
    private static final Pattern REPORT = Pattern.compile("\\./(.+)/target/(?:surefire|failsafe)-reports/TEST-.*\\.xml");

    /** Less is chance. */
    private static final double LEAST_SECONDS_MORE = 5;

    private BuildTimes() {}

    public static void main(String[] args) throws IOException {
        if (args.length == 1 && args[0].equals("--expect")) {
            Files.write(EXPECTED, rows(testTimes(Instant.EPOCH)));
            return;
        }
        Map<String, Double> times = testTimes(Instant.ofEpochSecond(Long.parseLong(args[0])));
        keep(args[1], args[2], times);
        for (String warning : slower(times, read(EXPECTED))) {
            // The beginning is what GitHub shows beside the build.
            System.out.println((System.getenv("GITHUB_ACTIONS") == null ? "" : "::warning::") + warning);
        }
        System.out.printf(
                Locale.ROOT,
                "[times] processor time %s, wall clock %s, tests %s%n",
                minutes(Double.parseDouble(args[2])),
                minutes(Double.parseDouble(args[1])),
                minutes(times.values().stream().mapToDouble(Double::doubleValue).sum()));
    }

    /** Seconds by module: of all its test classes together, whether they ran at the same time or not. */
    private static Map<String, Double> testTimes(Instant from) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("."), 8)) {
            return files.filter(file -> REPORT.matcher(file.toString()).matches() && isNewer(file, from))
                    .collect(Collectors.groupingBy(
                            BuildTimes::module, TreeMap::new, Collectors.summingDouble(BuildTimes::seconds)));
        }
    }

    private static boolean isNewer(Path file, Instant from) {
        try {
            return !Files.getLastModifiedTime(file).toInstant().isBefore(from);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String module(Path report) {
        Matcher path = REPORT.matcher(report.toString());
        path.matches();
        return path.group(1);
    }

    private static double seconds(Path report) {
        try {
            Matcher suite = SUITE.matcher(Files.readString(report));
            return suite.find() ? Double.parseDouble(suite.group(1).replace(",", "")) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> slower(Map<String, Double> times, Map<String, Double> expected) {
        List<String> known = times.keySet().stream().filter(expected::containsKey).toList();
        if (known.isEmpty()) {
            return List.of();
        }
        double[] factors = known.stream()
                .filter(module -> expected.get(module) >= LEAST_SECONDS_MORE)
                .mapToDouble(module -> times.get(module) / expected.get(module))
                .sorted()
                .toArray();
        double machine = factors.length == 0 ? 1 : factors[factors.length / 2];
        return known.stream()
                .filter(module -> {
                    double usual = expected.get(module) * machine;
                    return times.get(module) > 2 * usual && times.get(module) > usual + LEAST_SECONDS_MORE;
                })
                .map(module -> String.format(
                        Locale.ROOT,
                        "The tests of %s took %.0f s, more than twice the %.0f s of .ci/times.csv (times %.1f, as the other modules of this build)",
                        module,
                        times.get(module),
                        expected.get(module),
                        machine))
                .toList();
    }

    private static void keep(String wall, String cpu, Map<String, Double> times) throws IOException {
        Files.createDirectories(KEPT.getParent());
        List<String> rows = new ArrayList<>();
        String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        rows.add(when + ",wall clock," + wall);
        rows.add(when + ",processor," + cpu);
        rows(times).forEach(row -> rows.add(when + "," + row));
        Files.write(KEPT, rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static List<String> rows(Map<String, Double> times) {
        return times.entrySet().stream()
                .map(module -> String.format(Locale.ROOT, "%s,%.0f", module.getKey(), module.getValue()))
                .toList();
    }

    private static Map<String, Double> read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> line.split(","))
                    .collect(Collectors.toMap(row -> row[0], row -> Double.parseDouble(row[1])));
        }
    }

    private static String minutes(double seconds) {
        return String.format(Locale.ROOT, "%d:%02d", (long) seconds / 60, (long) seconds % 60);
    }
}
