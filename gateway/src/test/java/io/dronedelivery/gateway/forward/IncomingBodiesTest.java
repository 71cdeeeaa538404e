package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Room for a hundred bytes. */
class IncomingBodiesTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final IncomingBodies room = new IncomingBodies(100, meters);

    private static final class Body extends IncomingBodies.IncomingBody {

        private boolean lost;

        Body(String caller) {
            super(caller);
        }

        @Override
        void loseRoom() {
            lost = true;
        }
    }

    @Test
    void a_caller_alone_may_hold_all_of_it() {
        Body body = new Body("greedy");

        assertThat(room.tryTake(body, 60)).isTrue();
        assertThat(room.tryTake(body, 40)).isTrue();
        assertThat(room.tryTake(new Body("greedy"), 1)).isFalse();
        room.giveBack(body);
        assertThat(meters.get("gateway.incoming.bodies").gauge().value()).isZero();
    }

    @Test
    void another_caller_gets_room_of_the_newest_body_up_to_its_part() {
        Body old = new Body("greedy");
        Body young = new Body("greedy");
        room.tryTake(old, 50);
        room.tryTake(young, 50);

        assertThat(room.tryTake(new Body("modest"), 51)).as("more than half").isFalse();
        assertThat(room.tryTake(new Body("modest"), 30)).isTrue();

        assertThat(young.lost).isTrue();
        assertThat(old.lost).isFalse();
        assertThat(meters.get("gateway.incoming.bodies").gauge().value()).isEqualTo(80);
    }
}
