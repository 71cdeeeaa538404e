package io.dronedelivery.promise.protection;

import static java.util.stream.Collectors.groupingBy;

import io.dronedelivery.promise.house.OtherBuild;
import io.dronedelivery.promise.protection.Finding.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * Takes the {@link Protections} away one by one, and looks whether the tests notice: {@code mvn -Pbroken-builds verify}. Ends with 0 when
 * each test passes as it is and fails without the protection, and with 1 when one does not.
 */
final class WouldItNotice {

    private final TestJvm jvm;
    private final Path output;
    private final PrintStream out;

    private WouldItNotice(TestJvm jvm, Path output, PrintStream out) {
        this.jvm = jvm;
        this.output = output;
        this.out = out;
    }

    /** What became of a row. */
    private record Result(Protection protection, Finding asItIs, Finding without) {

        private static final int SHOWN = 160;

        boolean isNoticed() {
            return asItIs.kind() == Kind.PASSED && without.kind() == Kind.FAILED;
        }

        String verdict() {
            if (asItIs.kind() != Kind.PASSED) {
                return "FAILS AS IT IS: " + line(asItIs);
            }
            return switch (without.kind()) {
                case FAILED -> "noticed: " + line(without);
                case PASSED -> "NOT NOTICED";
                case ERROR -> "FAILS IN ANOTHER WAY: " + line(without);
            };
        }

        private static String line(Finding finding) {
            String words = finding.words().replaceAll("\\s+", " ");
            return words.length() <= SHOWN ? words : words.substring(0, SHOWN) + "...";
        }
    }

    public static void main(String... arguments) throws Exception {
        Pattern only = Pattern.compile(System.getProperty("broken-builds.only", ""));
        List<Protection> protections = Protections.ALL.stream()
                .filter(protection ->
                        only.matcher(protection + ": " + protection.test()).find())
                .toList();
        WouldItNotice run = new WouldItNotice(
                new TestJvm(System.getProperty("broken-builds.jvm")),
                Path.of(System.getProperty("broken-builds.output")).toAbsolutePath(),
                System.out);
        ExecutorService jvms = Executors.newFixedThreadPool(Integer.getInteger("broken-builds.at-once", 1));
        try {
            System.exit(run.of(protections, jvms) ? 0 : 1);
        } finally {
            jvms.shutdownNow();
        }
    }

    private boolean of(List<Protection> protections, ExecutorService jvms) throws Exception {
        Map<String, Future<Map<TestMethod, Finding>>> unchanged = unchanged(protections, jvms);
        List<Future<Finding>> changed = new ArrayList<>();
        for (Protection protection : protections) {
            Path folder = output.resolve(Integer.toString(changed.size() + 1));
            changed.add(jvms.submit(() -> without(protection, folder)));
        }
        List<Result> results = new ArrayList<>();
        for (Protection protection : protections) {
            TestMethod test = protection.test();
            Finding asItIs = unchanged.get(test.module()).get().get(test);
            Result result = new Result(protection, asItIs, found(changed.get(results.size())));
            results.add(result);
            out.printf("%2d of %d: %s: %s%n", results.size(), protections.size(), protection, result.verdict());
        }
        tell(results);
        return !results.isEmpty() && results.stream().allMatch(Result::isNoticed);
    }

    /**
     * The tests of each module with the build as it is, in the same way, so that nothing of that way is taken for what a test has noticed.
     */
    private Map<String, Future<Map<TestMethod, Finding>>> unchanged(List<Protection> protections, ExecutorService jvms)
            throws IOException {
        Path nothing = Files.createDirectories(output.resolve("unchanged").resolve("classes"));
        Map<String, List<TestMethod>> byModule =
                protections.stream().map(Protection::test).distinct().collect(groupingBy(TestMethod::module));
        Map<String, Future<Map<TestMethod, Finding>>> running = new HashMap<>();
        byModule.forEach((module, tests) -> running.put(
                module,
                jvms.submit(() ->
                        jvm.run(tests, nothing, output.resolve("unchanged").resolve(module)))));
        return running;
    }

    private Finding without(Protection protection, Path folder) throws IOException, InterruptedException {
        TestMethod test = protection.test();
        Path changed = OtherBuild.of(protection.changes(), folder, TestJvm.classPath(test.module()));
        return jvm.run(List.of(test), changed, folder).get(test);
    }

    /** A build that cannot be made is no finding either, and no reason not to look at the others. */
    private static Finding found(Future<Finding> running) throws InterruptedException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            return new Finding(Kind.ERROR, String.valueOf(e.getCause()));
        }
    }

    private void tell(List<Result> results) {
        out.println("\n| promise | broken build | test | |\n|---|---|---|---|");
        results.forEach(result -> out.printf(
                "| %d | %s | %s | %s |%n",
                result.protection().promise(),
                result.protection().broken(),
                result.protection().test(),
                result.isNoticed() ? "noticed" : result.verdict()));
        out.printf(
                "%n%d of %d broken builds were noticed; the outputs are in %s%n",
                results.stream().filter(Result::isNoticed).count(), results.size(), output);
    }
}
