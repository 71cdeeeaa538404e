package io.dronedelivery.localservicebus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeferredMessagesTest {
    private final Namespace namespace = new Namespace().queue("q");
    private final QueueDeliveries deliveries = namespace.entity("q").deliveries();

    private void defer(String body) {
        namespace.send("q", namespace.message(body));
        Namespace.Inbox inbox = namespace.receiver("q");
        deliveries.settle(inbox.lock(0).token(), new Settlement.Defer(Map.of()));
        deliveries.detach(inbox, false);
        namespace.broker().settleDown();
    }

    @Test
    void a_deferred_message_that_is_asked_for_twice_is_locked_once() {
        defer("later");

        List<Lock> locks = deliveries.receiveDeferred(List.of(1L, 1L), true, null, owner -> true);
        deliveries.settle(locks.get(0).token(), new Settlement.Complete());
        namespace.broker().settleDown();

        assertThat(locks).hasSize(1);
        assertThat(namespace.entity("q").counters().depth()).isEqualTo(QueueCounters.Depth.NOTHING);
    }

    @Test
    void a_deferred_message_that_is_asked_for_twice_is_deleted_once() {
        defer("later");

        assertThat(deliveries.receiveDeferred(List.of(1L, 1L), false, null, owner -> true))
                .hasSize(1);
        namespace.broker().settleDown();

        assertThat(namespace.entity("q").counters().depth()).isEqualTo(QueueCounters.Depth.NOTHING);
    }
}
