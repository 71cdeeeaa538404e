package io.dronedelivery.localcommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("whole")
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "signals")
class LocalJarIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(LocalJar.TIMEOUT_SECONDS);

    /** No temporary directory: what makes an archive may end after the test. */
    private final Path cache;

    LocalJarIT() throws IOException {
        cache = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "cache");
    }

    @Test
    void everything_is_ready_healthy_and_ended_by_a_signal_and_the_second_start_has_an_archive() throws Exception {
        String[] command = {
            "all", "--cosmos-port=0", "--service-bus-port", "0", "--management-port=0", "--blob-port=0", "--queue=q"
        };
        try (LocalJar first = LocalJar.start(cache, command)) {
            String cosmos = first.line();
            assertThat(cosmos).matches("cosmos ready: endpoint=http://localhost:\\d+/ key=\\S+==");
            String bus = first.line();
            assertThat(bus)
                    .matches("service-bus ready: connection-string=Endpoint=sb://localhost:\\d+;\\S+"
                            + "UseDevelopmentEmulator=true; administration=http://localhost:\\d+/");
            String blob = first.line();
            assertThat(blob).startsWith("blob ready: connection-string=DefaultEndpointsProtocol=http;");
            for (String line : List.of(cosmos, bus, blob)) {
                Matcher http = Pattern.compile("http://localhost:\\d+/").matcher(line);
                assertThat(http.find()).isTrue();
                for (String path : List.of("health", "alive", "ready")) {
                    assertThat(status(http.group() + path)).isEqualTo(200);
                }
            }
            await().atMost(TIMEOUT).until(() -> files().anyMatch(file -> file.endsWith(".jsa")));
            List<ProcessHandle> processes = first.process().children().toList();

            first.process().destroy();

            assertThat(first.exitCode()).isEqualTo(143);
            assertThat(processes).hasSize(1).noneMatch(ProcessHandle::isAlive);
            assertThat(first.err()).isEmpty();
        }
        try (LocalJar second = LocalJar.start(cache, command)) {
            assertThat(second.line()).startsWith("cosmos ready: ");
            if (OS.current() == OS.LINUX) {
                assertThat(second.process().children())
                        .singleElement()
                        .satisfies(jvm -> assertThat(Path.of("/proc/" + jvm.pid() + "/maps"))
                                .content()
                                .contains(".jsa"));
            }
        }
    }

    @Test
    void stand_in_does_not_outlive_a_launcher_that_is_killed() throws Exception {
        try (LocalJar jar = LocalJar.start(cache, "cosmos", "--port=0", "--print-connection")) {
            assertThat(jar.line()).matches("AccountEndpoint=http://localhost:\\d+/;AccountKey=\\S+==;");
            List<ProcessHandle> processes = jar.process().children().toList();
            assertThat(processes).hasSize(1);

            jar.process().destroyForcibly();

            await().atMost(TIMEOUT).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void archive_is_also_made_when_the_first_start_ends_at_once() throws Exception {
        try (LocalJar jar = LocalJar.start(cache, "blob", "--port=0")) {
            jar.line();
            await().atMost(TIMEOUT).until(() -> files().anyMatch(file -> file.endsWith(".lock")));
            jar.process().destroy();
            jar.exitCode();
        }
        await().atMost(TIMEOUT).until(() -> files().anyMatch(file -> file.endsWith(".jsa")));
    }

    @Test
    void cache_that_cannot_be_written_is_no_reason_to_say_anything() throws Exception {
        Path file = Files.createFile(cache.resolve("file"));
        try (LocalJar jar = LocalJar.start(file.resolve("below"), "service-bus", "--port=0", "--management-port=0")) {
            assertThat(jar.line()).startsWith("service-bus ready: ");
            jar.process().destroy();
            assertThat(jar.exitCode()).isEqualTo(143);
            assertThat(jar.err()).isEmpty();
        }
    }

    @Test
    void archive_that_is_damaged_is_not_used() throws Exception {
        try (LocalJar jar = LocalJar.start(cache, "blob", "--port=0")) {
            jar.line();
            await().atMost(TIMEOUT).until(() -> files().anyMatch(file -> file.endsWith(".jsa")));
        }
        for (String name : files().filter(file -> file.endsWith(".jsa")).toList()) {
            Files.delete(cache.resolve(name));
            Files.writeString(cache.resolve(name), "no archive");
        }
        try (LocalJar jar = LocalJar.start(cache, "blob", "--port=0")) {
            assertThat(jar.line()).startsWith("blob ready: ");
            jar.process().destroy();
            jar.exitCode();
            assertThat(jar.err()).isEmpty();
        }
    }

    @Test
    void wrong_option_has_its_exit_code_through_both_processes() throws Exception {
        try (LocalJar jar = LocalJar.start(cache, "cosmos", "--prot=1")) {
            assertThat(jar.exitCode()).isEqualTo(2);
            assertThat(jar.err().lines()).singleElement().asString().contains("the nearest is --port");
        }
    }

    @Test
    void jar_brings_no_native_code() throws IOException {
        try (JarFile jar = new JarFile(System.getProperty("local.jar"))) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("io/dronedelivery/localcommand/LocalLauncher.class")
                    .noneMatch(name -> name.startsWith("META-INF/native/"));
        }
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    private static int status(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
