package io.dronedelivery.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The local stack as a person starts it: in a JVM of its own, from the extracted runnable jar or that jar itself. */
public final class StackProcess implements AutoCloseable {

    /** Generous: other builds may share the machine, and a stack may have eight processes to start. */
    private static final Duration TIMEOUT = Duration.ofMinutes(8);

    private static final List<String> FREE_PORTS = Stream.of(
                    "gateway",
                    "delivery-service",
                    "drone-service",
                    "invoice-service",
                    "cosmos",
                    "postgres",
                    "service-bus",
                    "kafka",
                    "insights",
                    "auth")
            .map(part -> "--local.port." + part + "=0")
            .toList();

    private static final Pattern CALL_TO_TRY = Pattern.compile("(?m)^  curl .*'(http://\\S+)'$");

    private final Process process;
    private final Path temporary;
    private final OwnPostgres postgres;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private StackProcess(Process process, Path temporary, OwnPostgres postgres) {
        this.process = process;
        this.temporary = temporary;
        this.postgres = postgres;
        this.reader = new Thread(this::read, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts the stack on free ports.
     *
     * @param temporary the process's temporary directory, which must be empty again when it has ended
     */
    public static StackProcess start(Path temporary, String... options) throws IOException {
        return startWith(temporary, onFreePorts(options));
    }

    /** Starts the stack on free ports, from the runnable jar as it is, and with all that is unpacked for it. */
    public static StackProcess startPacked(Path temporary, String... options) throws IOException {
        return start(
                System.getProperty("local-stack.runnable.jar"), temporary, OwnPostgres.none(), onFreePorts(options));
    }

    private static List<String> onFreePorts(String... options) {
        List<String> arguments = new ArrayList<>(FREE_PORTS);
        Stream.of(options)
                .map(option -> option.substring(0, option.indexOf('=') + 1))
                .forEach(given -> arguments.removeIf(argument -> argument.startsWith(given)));
        arguments.addAll(List.of(options));
        return arguments;
    }

    /** Starts the stack with exactly these arguments. */
    public static StackProcess startWith(Path temporary, List<String> arguments) throws IOException {
        return start(System.getProperty("local-stack.jar"), temporary, OwnPostgres.create(), arguments);
    }

    private static StackProcess start(String jar, Path temporary, OwnPostgres postgres, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(System.getProperty("local-stack.jvm.args").split(" ")));
        // Stacks that live for a minute: what they would gain from the second compiler they lose to it.
        command.add("-XX:TieredStopAtLevel=1");
        // VerifiedClassesTest has verified the classes: a tenth of the work of a start.
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(temporary));
        command.add("-jar");
        command.add(jar);
        command.addAll(arguments);
        ProcessBuilder stack = new ProcessBuilder(command).redirectErrorStream(true);
        postgres.nameIn(stack);
        return new StackProcess(stack.start(), temporary, postgres);
    }

    /** When it does not become ready, it is closed: who starts a stack has nothing to close yet. */
    public StackProcess awaitReady() {
        try {
            Awaitility.await("READY")
                    .atMost(TIMEOUT)
                    .until(() -> !process.isAlive() || output.contains("Ctrl-C stops everything."));
            assertThat(process.isAlive()).as(this::text).isTrue();
            return this;
        } catch (ConditionTimeoutException notReady) {
            close();
            throw new AssertionError(text(), notReady);
        }
    }

    /** Nothing that warns was said until it was ready, by the launcher, the applications or a JVM. */
    public void assertStartedWithoutWarning() {
        List<String> start =
                output.stream().takeWhile(line -> !line.startsWith("READY in ")).toList();
        assertThat(StartWarnings.in(start)).as("warnings of the start").isEmpty();
    }

    /** Waits for a line that contains all these texts. */
    public void awaitLine(String... texts) {
        Awaitility.await(String.join(" ", texts))
                .atMost(TIMEOUT)
                .until(() -> output.stream().anyMatch(line -> Stream.of(texts).allMatch(line::contains)));
    }

    /** Asks it to stop, as Ctrl-C or a container's end does, and returns its exit code. */
    public int stop() throws InterruptedException {
        // The process's own method would close its output, which has yet to tell how everything stops.
        process.toHandle().destroy();
        return exitCode();
    }

    /** As a crash: nothing can be tidied up. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        exitCode();
    }

    /** As a crash of everything at once, PostgreSQL's processes included. */
    public void killEverything() throws InterruptedException {
        List<ProcessHandle> postgres = postgresProcesses();
        assertThat(postgres).isNotEmpty();
        process.destroyForcibly();
        postgres.forEach(ProcessHandle::destroyForcibly);
        exitCode();
    }

    /** Waits for its end. */
    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as(this::text)
                .isTrue();
        reader.join(TIMEOUT.toMillis());
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public List<String> lines() {
        return output;
    }

    public String text() {
        return String.join("\n", output);
    }

    /** An address of the ready block, such as that of {@code gateway}. */
    public String url(String part) {
        return found(part + " +(http://\\S+)");
    }

    /** The address of an application's health, on its management port. */
    public String health(String application) {
        return found(application + " +http.*\\R(?: {4}.*\\R)*? {4}management +(http://\\S+)");
    }

    /** Where Kafka listens, in a stack that has it. */
    public String kafka() {
        return found("Kafka +(\\S+:[0-9]+)");
    }

    private String found(String row) {
        Matcher matcher = Pattern.compile("(?m)^ +" + row).matcher(text());
        assertThat(matcher.find()).as(this::text).isTrue();
        return matcher.group(1);
    }

    /** The calls of an owner to try, without {@code curl} and its token. */
    public List<String> urlsToTry() {
        return CALL_TO_TRY.matcher(text()).results().map(call -> call.group(1)).toList();
    }

    /** All lines to try, with those that get a token. */
    public List<String> commandsToTry() {
        return output.stream()
                .filter(line -> line.startsWith("  curl ") || line.startsWith("  TOKEN="))
                .map(String::strip)
                .toList();
    }

    /** PostgreSQL's processes of this stack: those that run what is linked for it or what it has unpacked. */
    public List<ProcessHandle> postgresProcesses() {
        return ProcessHandle.allProcesses()
                .filter(handle -> isOwnPostgres(handle.info().command().orElse("")))
                .toList();
    }

    private boolean isOwnPostgres(String command) {
        return postgres.runs(command) || command.startsWith(temporary.toString());
    }

    /** Nothing runs and no file is left but in directories that were asked for. */
    public void assertNothingIsLeftBehind() throws IOException {
        assertThat(postgresProcesses()).as(this::text).isEmpty();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).as(this::text).isEmpty();
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroyForcibly();
        }
        postgresProcesses().forEach(ProcessHandle::destroyForcibly);
        try {
            postgres.close();
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(output::add);
        } catch (UncheckedIOException | IOException closed) {
            output.add("(output ended: " + closed.getMessage() + ")");
        }
    }
}
