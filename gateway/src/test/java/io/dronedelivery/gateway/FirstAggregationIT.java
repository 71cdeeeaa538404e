package io.dronedelivery.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A person who follows {@code docs/first-aggregation.md}: its files, commands and answers are taken from the page. Only ports and the jar's
 * folder are other ones.
 */
@Tag("whole")
class FirstAggregationIT {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern REPLACEMENT = Pattern.compile("Replace `(.+?)` by `(.+?)` in `(.+?)`");

    @TempDir
    private Path directory;

    private String page;
    private List<MatchResult> blocks;
    private int gatewayPort;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void read_the_page() throws IOException {
        assumeThat(isThere("bash") && isThere("curl")).isTrue();
        gatewayPort = free();
        page = Files.readString(ROOT.resolve("docs/first-aggregation.md"))
                .replace("9001", Integer.toString(free()))
                .replace("9002", Integer.toString(free()))
                .replace("localhost:8080", "localhost:" + gatewayPort)
                .replace(" gateway/target/", " " + ROOT.resolve("gateway/target") + "/");
        blocks = BLOCK.matcher(page).results().toList();
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            stop(process);
        }
    }

    @Test
    void the_page_works_as_it_stands() throws Exception {
        Files.writeString(directory.resolve("Backends.java"), block("java"));
        Files.writeString(directory.resolve("my.yml"), block("yaml"));
        Process backends = start(command("java Backends.java\n"));
        String gatewayCommand = command("java -jar").strip() + " --server.port=" + gatewayPort;
        Process gateway = start(gatewayCommand);
        awaitPort(gatewayPort);
        awaitPort(gatewayPort + 100);

        assertIsAnswered(examples().get(0));

        stop(backends);
        start(command("java Backends.java slow"));
        assertIsAnswered(examples().get(1));

        stop(gateway);
        Matcher mistake = REPLACEMENT.matcher(page);
        assertThat(mistake.find()).isTrue();
        Path settings = directory.resolve(mistake.group(3));
        Files.writeString(settings, Files.readString(settings).replaceFirst(mistake.group(1), mistake.group(2)));
        Process mistaken = start(gatewayCommand);
        String output = new String(mistaken.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(mistaken.waitFor()).isNotZero();
        assertThat(output).contains(command("The gateway cannot start").stripTrailing());
    }

    private String block(String language) {
        return blocks.stream()
                .filter(block -> block.group(1).equals(language))
                .findFirst()
                .orElseThrow()
                .group(2);
    }

    private String command(String beginning) {
        return blocks.stream()
                .map(block -> block.group(2))
                .filter(text -> text.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    /** The calls with what they print. */
    private List<String> examples() {
        return blocks.stream()
                .map(block -> block.group(2))
                .filter(text -> text.startsWith("$ curl"))
                .toList();
    }

    /** The backends may take a moment to listen, and a busy machine may take longer than 300 ms. */
    private void assertIsAnswered(String example) {
        List<String> lines = example.lines().toList();
        List<String> expected = lines.stream()
                .skip(1)
                .filter(line -> !line.isBlank())
                .map(FirstAggregationIT::withoutTimes)
                .toList();
        await().atMost(Duration.ofSeconds(30)).pollDelay(Duration.ZERO).untilAsserted(() -> {
            Process call = start(lines.get(0).substring(2));
            String answer = new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer.lines().map(FirstAggregationIT::withoutTimes).toList())
                    .containsSubsequence(expected);
        });
    }

    private static String withoutTimes(String line) {
        return line.strip().replaceAll("dur=[0-9.]+", "dur=N");
    }

    private Process start(String command) throws IOException {
        Process process = new ProcessBuilder("bash", "-c", "exec " + command.strip())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        started.add(process);
        return process;
    }

    private static void stop(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private static void awaitPort(int port) {
        await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> {
            new Socket("localhost", port).close();
            return true;
        });
    }

    /** A free port, and the one for operators is free as well. */
    private static int free() throws IOException {
        try (ServerSocket own = new ServerSocket(0)) {
            try (ServerSocket ofOperators = new ServerSocket(own.getLocalPort() + 100)) {
                return ofOperators.getLocalPort() - 100;
            } catch (IOException taken) {
                return free();
            }
        }
    }

    private static boolean isThere(String tool) {
        try {
            return new ProcessBuilder(tool, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException notFound) {
            return false;
        }
    }
}
