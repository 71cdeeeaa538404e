import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs Jazzer on a module's fuzz targets, the classes {@code *Fuzz} of its tests, one after the other, each in a JVM of its own. The
 * profile {@code fuzz} starts it from its source, see CONTRIBUTING.md.
 *
 * <p>Arguments: the module's directory, the seconds for each target, the simple name of one target or {@code all}, and an input to be
 * tried once or {@code none}. The class path is that of the module's tests and has Jazzer on it.
 */
final class Fuzz {

    private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(15);

    /** For the JVM to start and to end, beyond the time of a run or of one input. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    /** The lines of the fuzzer's output that are shown when it has found something. */
    private static final int LINES_OF_A_FINDING = 60;

    private final Path module;
    private final long seconds;
    private final String input;

    private Fuzz(Path module, long seconds, String input) {
        this.module = module;
        this.seconds = seconds;
        this.input = input;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            Path module = Path.of(args[0]);
            new Fuzz(module, seconds(args[1]), args[3]).run(chosen(targets(module), module, args[2], args[3]));
        } catch (Refusal e) {
            System.err.println("[fuzz] " + e.getMessage());
            System.exit(1);
        }
    }

    /** A wrong argument, or a finding: the message is for the one who started the run. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refusal(String message) {
            super(message);
        }
    }

    private static long seconds(String text) {
        if (!text.matches("[1-9][0-9]{0,5}")) {
            throw new Refusal("-Dfuzz.seconds=" + text + ": expected is a whole number of seconds from 1 to 999999");
        }
        return Long.parseLong(text);
    }

    private static List<String> targets(Path module) throws IOException {
        Path classes = module.resolve("target/test-classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith("Fuzz.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.').replace('\\', '.'))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static List<String> chosen(List<String> targets, Path module, String name, String input) {
        boolean all = name.equals("all");
        List<String> chosen = targets.stream()
                .filter(target -> all || simpleName(target).equals(name))
                .collect(Collectors.toList());
        if (chosen.isEmpty()) {
            throw new Refusal("-Dfuzz.target=" + name + ": " + module.getFileName() + " has no such target; it has "
                    + targets.stream().map(Fuzz::simpleName).collect(Collectors.toList()));
        }
        if (!input.equals("none") && chosen.size() > 1) {
            throw new Refusal("-Dfuzz.input: name the target, too, with -Dfuzz.target");
        }
        return chosen;
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private void run(List<String> targets) throws IOException, InterruptedException {
        for (String target : targets) {
            run(target);
        }
    }

    private void run(String target) throws IOException, InterruptedException {
        String name = simpleName(target);
        Path work = Files.createDirectories(module.resolve("target/fuzz").resolve(name));
        Path corpus = Files.createDirectories(work.resolve("corpus"));
        Path findings = Files.createDirectories(work.resolve("findings"));
        List<Path> before = files(findings);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+EnableDynamicAgentLoading",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target,
                // Covered and traced is what this project wrote; its judges, such as Jackson, would only slow the runs down.
                "--instrumentation_includes=io.dronedelivery.**",
                "--custom_hook_includes=io.dronedelivery.**",
                "--reproducer_path=" + work,
                "-artifact_prefix=" + findings + "/",
                "-timeout=5",
                "-rss_limit_mb=3000",
                "-max_len=4096",
                "-use_value_profile=1"));
        Path seeds = module.resolve("src/test/fuzz").resolve(name);
        if (input.equals("none")) {
            System.out.println("[fuzz] " + name + ": " + seconds + " seconds, corpus and log in " + work);
            command.add("-max_total_time=" + seconds);
            command.add(corpus.toString());
            if (Files.isDirectory(seeds)) {
                command.add(seeds.toString());
            }
        } else {
            System.out.println("[fuzz] " + name + ": " + input);
            command.add(existing(Path.of(input)).toString());
        }
        Path dictionary = module.resolve("src/test/fuzz").resolve(name + ".dict");
        if (Files.exists(dictionary)) {
            command.add("-dict=" + dictionary);
        }
        int result = execute(command, name, work.resolve("log.txt"));
        if (result != 0) {
            List<Path> found = files(findings);
            found.removeAll(before);
            throw new Refusal(failure(name, result, found, work.resolve("log.txt")));
        }
        System.out.println("[fuzz] " + name + ": nothing found");
    }

    private String failure(String name, int result, List<Path> found, Path log) {
        String message = name + " failed with " + result + ", see " + log;
        if (input.equals("none") && !found.isEmpty()) {
            message += System.lineSeparator() + "[fuzz] the input: " + found.get(0) + System.lineSeparator()
                    + "[fuzz] to repeat it: mvn -Pfuzz test -pl :" + artifact() + " -Dfuzz.target=" + name + " -Dfuzz.input="
                    + found.get(0);
        }
        return message;
    }

    private static Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refusal("-Dfuzz.input=" + file + ": no such file");
        }
        return file.toAbsolutePath();
    }

    private static String artifact() {
        return System.getProperty("fuzz.module");
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /** Returns the exit code; the output goes to the log, and a line of progress to the console from time to time. */
    private int execute(List<String> command, String name, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(log.getParent().toFile())
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Thread watch = endLate(process);
        Deque<String> last = follow(process, name, log);
        int result = process.waitFor();
        watch.interrupt();
        if (result != 0) {
            last.forEach(System.out::println);
        }
        return result;
    }

    private Thread endLate(Process process) {
        Thread watch = new Thread(() -> {
            try {
                if (!process.waitFor(seconds + GRACE.toSeconds(), TimeUnit.SECONDS)) {
                    System.out.println("[fuzz] did not end in time and is killed");
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                // It has ended.
            }
        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static Deque<String> follow(Process process, String name, Path log) throws IOException {
        Deque<String> last = new ArrayDeque<>();
        long start = System.nanoTime();
        long shown = start;
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                PrintStream out = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(line);
                if (!line.startsWith("#")) {
                    last.add(line);
                    if (last.size() > LINES_OF_A_FINDING) {
                        last.remove();
                    }
                } else if (System.nanoTime() - shown >= BETWEEN_PROGRESS.toNanos()) {
                    shown = System.nanoTime();
                    System.out.println("[fuzz] " + name + " after " + Duration.ofNanos(shown - start).toSeconds() + " s: " + line);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return last;
    }
}
