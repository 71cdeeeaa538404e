package io.dronedelivery.lab.kit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ParentWatchTest {

    @TempDir
    private Path directory;

    @Test
    void a_process_whose_parent_was_killed_ends_with_a_stubborn_child_with_its_hooks_and_without_a_word()
            throws Exception {
        Path ended = directory.resolve("ended");
        Path terminal = directory.resolve("terminal");
        Process maven = new ProcessBuilder(command(Parent.class, ended))
                .redirectErrorStream(true)
                .redirectOutput(terminal.toFile())
                .start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.readString(terminal).endsWith("\n"));
        String said = Files.readString(terminal);
        ProcessHandle experiment =
                ProcessHandle.of(Long.parseLong(said.strip())).orElseThrow();

        maven.destroyForcibly();

        experiment.onExit().get(60, TimeUnit.SECONDS);
        assertThat(ended).hasContent("hooks were run");
        assertThat(terminal).hasContent(said);
    }

    private static List<String> command(Class<?> main, Path ended) {
        String classPath = System.getProperty(
                "surefire.test.class.path", ManagementFactory.getRuntimeMXBean().getClassPath());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-Dsurefire.test.class.path=" + classPath,
                "-cp",
                classPath,
                main.getName(),
                ended.toString());
    }

    /** Starts the experiment as Maven does, with its own terminal. */
    static final class Parent {

        private Parent() {}

        public static void main(String... arguments) throws Exception {
            new ProcessBuilder(command(Experiment.class, Path.of(arguments[0])))
                    .inheritIO()
                    .start()
                    .waitFor();
        }
    }

    /** Says its id, and has a hook with a further word that waits for its child. */
    static final class Experiment {

        private Experiment() {}

        public static void main(String... arguments) throws Exception {
            ParentWatch.begin();
            Path ended = Path.of(arguments[0]);
            Process child = new ProcessBuilder(command(Stubborn.class, ended)).start();
            child.getInputStream().read();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                System.out.println("a word over the prompt");
                System.err.println("another one");
                child.destroy();
                child.onExit().join();
                write(ended);
            }));
            System.out.println(ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }

        private static void write(Path ended) {
            try {
                Files.writeString(ended, "hooks were run");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Does not end on SIGTERM, as a stack that is just starting. */
    static final class Stubborn {

        private Stubborn() {}

        public static void main(String... arguments) throws InterruptedException {
            CountDownLatch never = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            System.out.println("up");
            never.await();
        }
    }
}
