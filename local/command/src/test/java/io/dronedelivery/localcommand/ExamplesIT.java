package io.dronedelivery.localcommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples of {@code local/README.md} and {@code local/faults.md}, as they are there but for the ports. */
@Tag("whole")
class ExamplesIT {

    private static final long TIMEOUT_MINUTES = 5;
    private static final Path DIRECTORY = Path.of("target", "examples").toAbsolutePath();

    private static String readme;
    private static String cosmos;
    private static String bus;
    private static LocalJar jar;

    @BeforeAll
    static void start() throws IOException {
        readme = Files.readString(Path.of("..", "README.md"));
        assertThat(readme).contains("drone-delivery-local.jar all --queue orders");
        Files.createDirectories(DIRECTORY);
        jar = LocalJar.start(
                DIRECTORY.resolve("cache"),
                "all",
                "--cosmos-port=0",
                "--service-bus-port=0",
                "--management-port=0",
                "--blob-port=0",
                "--queue",
                "orders");
        cosmos = place(jar.line());
        bus = place(jar.line());
        jar.line();
    }

    @AfterAll
    static void stop() {
        jar.close();
    }

    private static String place(String line) {
        Matcher place = Pattern.compile("localhost:\\d+").matcher(line);
        assertThat(place.find()).isTrue();
        return place.group();
    }

    @Test
    void python() throws Exception {
        String python = Optional.ofNullable(System.getenv("LOCAL_PYTHON")).orElse("python3");
        assumeRuns(python, "-c", "import azure.cosmos, azure.servicebus");

        assertWorks(python, example("python", "example.py").toString());
    }

    @Test
    void test_of_faults_in_python() throws Exception {
        String python = Optional.ofNullable(System.getenv("LOCAL_PYTHON")).orElse("python3");
        assumeRuns(python, "-c", "import azure.cosmos");
        Path test = example(Files.readString(Path.of("..", "faults.md")), "python", "test_faults.py");
        Files.writeString(test, "\ntest_order_is_stored_in_spite_of_three_429()\n", StandardOpenOption.APPEND);

        Result result = run(python, test.toString());

        assertThat(result.code()).as(result.output()).isZero();
    }

    @Test
    void java() throws Exception {
        String classPath = Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));

        assertWorks(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-cp",
                classPath,
                example("java", "Example.java").toString());
    }

    @Test
    void javascript() throws Exception {
        assumeRuns("node", "-e", "['@azure/cosmos', '@azure/service-bus'].forEach(require.resolve)");

        assertWorks("node", example("js", "example.mjs").toString());
    }

    @Test
    void go() throws Exception {
        Matcher versions =
                Pattern.compile("go get (\\S+)@(\\S+) (\\S+)@([^`\\s]+)").matcher(readme);
        assertThat(versions.find()).isTrue();
        Files.writeString(DIRECTORY.resolve("go.mod"), """
                module example
                go 1.24
                require %s %s
                require %s %s
                """.formatted(
                        versions.group(1), versions.group(2), versions.group(3), versions.group(4)));
        Path main = example("go", "main.go");
        assumeRuns("go", "mod", "download");

        assertWorks("go", "run", main.toString());
    }

    private static Path example(String language, String file) throws IOException {
        return example(readme, language, file);
    }

    private static Path example(String page, String language, String file) throws IOException {
        Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(page);
        assertThat(block.find()).as("an example in " + language).isTrue();
        String text = block.group(1).replace("localhost:8081", cosmos).replace("localhost:5672", bus);
        return Files.writeString(DIRECTORY.resolve(file), text);
    }

    private static void assumeRuns(String... command) throws InterruptedException, IOException {
        Result result;
        try {
            result = run(command);
        } catch (IOException e) {
            result = new Result(-1, String.valueOf(e.getMessage()));
        }
        assumeTrue(result.code() == 0, "skipped, the tools or the SDK are missing: " + result.output());
    }

    private static void assertWorks(String... command) throws InterruptedException, IOException {
        Result result = run(command);
        assertThat(result.code()).as(result.output()).isZero();
        assertThat(result.output()).contains("total 12").contains("received hello");
    }

    private record Result(int code, String output) {}

    private static Result run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(DIRECTORY, "output", "");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(DIRECTORY.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // Nothing is downloaded: the modules are those of an earlier `go get`.
        builder.environment().putAll(Map.of("GOPROXY", "off", "GOSUMDB", "off", "GOFLAGS", "-mod=mod"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES))
                    .as("it ended in time")
                    .isTrue();
            return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
