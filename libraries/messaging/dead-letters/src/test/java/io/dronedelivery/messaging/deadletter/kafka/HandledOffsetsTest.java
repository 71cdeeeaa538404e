package io.dronedelivery.messaging.deadletter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandledOffsetsTest {

    private final HandledOffsets offsets = new HandledOffsets();

    @Test
    void offsets_are_known_from_the_beginning_of_their_partition_on() {
        offsets.begin(3, 1_000);
        offsets.begin(3, 2_000);

        assertThat(offsets.add(3, 999)).isFalse();
        assertThat(offsets.add(4, 1_000)).isFalse();
        assertThat(offsets.add(3, 1_000)).isTrue();
        assertThat(offsets.add(3, 1_002)).isTrue();
        assertThat(offsets.add(3, 1_002)).isTrue();
        assertThat(offsets.add(3, 1_000L + Integer.MAX_VALUE)).isFalse();

        assertThat(offsets.isGone(3, 999)).isTrue();
        assertThat(offsets.isGone(3, 1_000)).isFalse();
        assertThat(offsets.isGone(4, 999)).isFalse();
        assertThat(offsets.contains(3, 1_000)).isTrue();
        assertThat(offsets.contains(3, 1_001)).isFalse();
        assertThat(offsets.contains(3, 999)).isFalse();
        assertThat(offsets.contains(4, 1_000)).isFalse();
        assertThat(offsets.nextWithout(3, 1_000)).isEqualTo(1_001);
        assertThat(offsets.nextWithout(3, 1_002)).isEqualTo(1_003);
        assertThat(offsets.nextWithout(4, 7)).isEqualTo(7);
        assertThat(offsets.countFrom(3, 0)).isEqualTo(2);
        assertThat(offsets.countFrom(3, 1_001)).isEqualTo(1);
        assertThat(offsets.countFrom(3, 1_003)).isZero();
        assertThat(offsets.countFrom(4, 0)).isZero();
    }

    @Test
    void a_million_letters_of_which_every_second_was_handled_are_counted_and_skipped() {
        offsets.begin(0, 5_000_000_000L);
        for (int letter = 0; letter < 1_000_000; letter += 2) {
            assertThat(offsets.add(0, 5_000_000_000L + letter)).isTrue();
        }

        assertThat(offsets.countFrom(0, 5_000_000_000L)).isEqualTo(500_000);
        assertThat(offsets.nextWithout(0, 5_000_999_998L)).isEqualTo(5_000_999_999L);
    }
}
