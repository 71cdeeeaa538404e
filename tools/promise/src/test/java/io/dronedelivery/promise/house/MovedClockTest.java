package io.dronedelivery.promise.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MovedClockTest {

    @TempDir
    private Path folder;

    /** Tells by how many seconds its times are ahead. */
    static final class Tell {

        public static void main(String[] args) {
            long millis = System.currentTimeMillis();
            System.out.print(Math.round((OffsetDateTime.now().toInstant().toEpochMilli() - millis) / 1000.0));
        }
    }

    @Test
    void process_is_as_far_ahead_or_behind_as_it_was_to_be() throws Exception {
        assertThat(aheadOf(Duration.ofHours(2))).isCloseTo(7200, within(60L));
        assertThat(aheadOf(Duration.ofHours(-2))).isCloseTo(-7200, within(60L));
    }

    private long aheadOf(Duration by) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        MovedClock.argument(by, folder),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tell.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
        return Long.parseLong(text);
    }
}
