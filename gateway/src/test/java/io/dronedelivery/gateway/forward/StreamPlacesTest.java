package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A forward that has four streams at once. */
class StreamPlacesTest {

    private final StreamPlaces places = new StreamPlaces(4);
    private final List<String> ended = new ArrayList<>();

    private boolean opens(String caller, String name) {
        return places.take(caller, () -> ended.add(name));
    }

    @Test
    void a_caller_alone_may_have_all_and_no_more() {
        for (int i = 0; i < 4; i++) {
            assertThat(opens("greedy", "stream " + i)).isTrue();
        }

        assertThat(opens("greedy", "one more")).isFalse();
        assertThat(ended).isEmpty();
    }

    @Test
    void another_caller_gets_the_places_of_the_oldest_streams_up_to_its_part() {
        for (int i = 0; i < 4; i++) {
            opens("greedy", "stream " + i);
        }

        assertThat(opens("modest", "first")).isTrue();
        assertThat(opens("modest", "second")).isTrue();
        assertThat(opens("modest", "third")).isFalse();

        assertThat(ended).containsExactly("stream 0", "stream 1");
        assertThat(places.taken()).isEqualTo(4);
    }

    @Test
    void a_stream_gives_its_place_back_once() {
        StreamPlaces.Holder holder = () -> {};
        places.take("a", holder);

        places.giveBack("a", holder);
        places.giveBack("a", holder);

        assertThat(places.taken()).isZero();
    }
}
