package io.dronedelivery.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory across restarts, crashes and second starters. */
class KeptStateIT {

    private static final String LOADED = "documents loaded";

    @TempDir
    private Path root;

    @Test
    void state_survives_stops_and_crashes_and_belongs_to_one_stack_at_a_time() throws Exception {
        String first;
        try (StackProcess stack = start("a")) {
            stack.awaitReady();
            assertThat(stack.text()).contains(LOADED);
            first = body(stack);
            assertThat(stack.stop()).isEqualTo(143);
            stack.assertNothingIsLeftBehind();
        }

        try (StackProcess stack = start("b")) {
            stack.awaitReady();
            assertThat(stack.text()).doesNotContain(LOADED);
            assertThat(body(stack)).isEqualTo(first);

            try (StackProcess second = start("c")) {
                assertThat(second.exitCode()).isEqualTo(2);
                assertThat(second.text()).contains("is in use by process " + stack.pid());
                second.assertNothingIsLeftBehind();
            }

            List<ProcessHandle> orphans = stack.postgresProcesses();
            stack.kill();
            assertThat(orphans).isNotEmpty().anyMatch(ProcessHandle::isAlive);

            try (StackProcess successor = start("d")) {
                successor.awaitReady();
                assertThat(orphans).noneMatch(ProcessHandle::isAlive);
                assertThat(body(successor)).isEqualTo(first);
                assertThat(successor.stop()).isEqualTo(143);
                successor.assertNothingIsLeftBehind();
            }
        }

        try (StackProcess other = start("e", "--local.sample.deliveries=700")) {
            assertThat(other.exitCode()).isEqualTo(2);
            assertThat(other.text()).contains("--local.sample.deliveries=700").contains("was made with 600");
        }
    }

    private StackProcess start(String run, String... more) throws IOException {
        String[] options = more.length > 0 ? more : new String[] {"--local.sample.deliveries=600"};
        return StackProcess.start(
                root.resolve(run),
                options[0],
                "--local.data-dir=" + root.resolve("state"),
                "--local.sample.owners=5",
                "--local.sample.months=3");
    }

    private static String body(StackProcess stack) throws IOException, InterruptedException {
        return Http.get(stack.urlsToTry().get(0)).body();
    }
}
