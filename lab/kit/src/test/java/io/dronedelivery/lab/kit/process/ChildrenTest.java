package io.dronedelivery.lab.kit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("whole")
@Timeout(600)
class ChildrenTest {

    private static final String READY = "ready";

    @TempDir
    private Path directory;

    @Test
    void what_is_to_be_done_afterwards_is_done_when_all_have_stopped() throws Exception {
        List<Boolean> aliveAfterwards = new CopyOnWriteArrayList<>();
        try (Children children = new Children()) {
            Jvm child = children.start("child", arguments(Waiting.class), directory.resolve("child.log"));
            children.afterwards(() -> aliveAfterwards.add(child.isAlive()));
            assertThat(child.isAlive()).isTrue();
        }

        assertThat(aliveAfterwards).containsExactly(false);
    }

    @Test
    void an_experiment_that_is_interrupted_leaves_neither_children_nor_their_data() throws Exception {
        Path data = directory.resolve("data");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments(Experiment.class));
        command.add(data.toString());
        Process running = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle child = ProcessHandle.of(childOf(running)).orElseThrow();
        assertThat(data).isDirectory();

        running.destroy(); // SIGTERM runs the hook that Ctrl-C runs

        running.waitFor();
        child.onExit().join();
        assertThat(data).doesNotExist();
    }

    private static long childOf(Process experiment) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(experiment.getInputStream(), StandardCharsets.UTF_8));
        return Long.parseLong(said.readLine().substring(READY.length()));
    }

    private static List<String> arguments(Class<?> main) {
        String classPath = System.getProperty(
                "surefire.test.class.path", ManagementFactory.getRuntimeMXBean().getClassPath());
        return List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, main.getName());
    }

    /** A child that does not end by itself. */
    static final class Waiting {

        private Waiting() {}

        public static void main(String... arguments) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    /** Starts a child, has its data deleted afterwards, says the child's id and does not end by itself. */
    static final class Experiment {

        private Experiment() {}

        public static void main(String... arguments) throws IOException, InterruptedException {
            Path data = Path.of(arguments[0]);
            Files.createDirectories(data.resolve("kafka"));
            Files.writeString(data.resolve("kafka").resolve("0.log"), "messages");
            Children children = new Children();
            Jvm child = children.start("child", ChildrenTest.arguments(Waiting.class), data.resolve("child.log"));
            children.afterwards(() -> Folders.delete(data));
            System.out.println(READY + child.handle().pid());
            new CountDownLatch(1).await();
        }
    }
}
