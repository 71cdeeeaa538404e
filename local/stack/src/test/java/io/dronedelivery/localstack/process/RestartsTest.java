package io.dronedelivery.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartsTest {

    @Test
    void process_that_ends_again_and_again_is_given_up() {
        Restarts restarts = new Restarts(2);

        assertThat(Stream.generate(() -> {
                            restarts.up();
                            restarts.ended();
                            return restarts.next();
                        })
                        .limit(4))
                .containsExactly(true, true, false, false);
        assertThat(restarts.count()).isEqualTo("2 of 2");
    }

    @Test
    void pauses_between_attempts_grow_up_to_eight_seconds() {
        Restarts restarts = new Restarts(20);

        assertThat(Stream.generate(() -> {
                            restarts.next();
                            return restarts.pause();
                        })
                        .limit(6)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 8L, 8L);
    }
}
