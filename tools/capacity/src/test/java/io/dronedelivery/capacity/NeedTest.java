package io.dronedelivery.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NeedTest {

    /** Whole numbers, so that a person can follow. */
    private static final Inputs ROUND = Inputs.shipped()
            .with("share.posts", "0.1")
            .with("packages", "2")
            .with("cpu.read.gateway", "100")
            .with("cpu.post.gateway", "100")
            .with("cpu.utilization", "0.5")
            .with("instance.cores", "1")
            .with("instances.least", "3")
            .with("ru.read.deliveries", "5")
            .with("ru.post.deliveries", "25")
            .with("ru.utilization", "0.7")
            .with("ru.least", "1000")
            .with("partition.ru", "10000")
            .with("handler.millis", "20")
            .with("messaging-unit.messages", "1000");

    @Test
    void instances_have_room_for_their_share_of_idle_time() {
        Need need = Need.of(100_000, ROUND);

        assertThat(need.cores().get("gateway")).isEqualTo(10);
        assertThat(need.instances().get("gateway")).isEqualTo(20);
    }

    @Test
    void small_load_still_has_an_instance_in_each_zone() {
        assertThat(Need.of(1, ROUND).instances().values()).containsOnly(3L);
    }

    @Test
    void request_units_are_those_of_reads_and_posts_with_room_in_steps_of_a_hundred() {
        // 900 × 5 + 100 × 25 = 7,000, of which 70 % are to be used.
        assertThat(Need.of(1_000, ROUND).requestUnits().get("deliveries")).isEqualTo(10_000);
        assertThat(Need.of(1_000, ROUND).partitions().get("deliveries")).isGreaterThanOrEqualTo(1);
        assertThat(Need.of(1, ROUND).requestUnits().get("deliveries")).isEqualTo(1_000);
        assertThat(Need.of(10_000, ROUND).requestUnits().get("deliveries") % 100)
                .isZero();
    }

    @Test
    void partitions_follow_the_documents_when_they_are_many() {
        Inputs kept = ROUND.with("days.kept", "3650").with("bytes.document.deliveries", "10000");

        // 100 posts/s × 86,400 s × 3,650 days × 10 kB = 315,360 GB.
        assertThat(Need.of(1_000, kept).partitions().get("deliveries"))
                .isEqualTo((long) Math.ceil(315_360 / kept.get("partition.gigabytes")));
    }

    @Test
    void delivery_is_asked_for_with_its_packages_and_completed_for_two() {
        Need need = Need.of(1_000, ROUND);

        // 100 deliveries: 300 messages that ask, 100 that complete, which two groups get.
        assertThat(need.messagesIn()).isCloseTo(400, within(1e-6));
        assertThat(need.messagesOut()).isCloseTo(500, within(1e-6));
        assertThat(need.messagingUnits()).isEqualTo(1);
        // 300 × 20 ms are 6 at a time, at half of the time 12.
        assertThat(need.lanes()).isEqualTo(12);
    }

    @Test
    void double_load_needs_double() {
        Need one = Need.of(500_000, ROUND);
        Need two = Need.of(1_000_000, ROUND);

        assertThat(two.messagesIn()).isCloseTo(2 * one.messagesIn(), within(1e-3));
        assertThat(two.instances().get("gateway")).isEqualTo(2 * one.instances().get("gateway"));
    }

    @Test
    void limits_are_in_the_order_in_which_they_are_reached() {
        assertThat(Limit.inOrder(ROUND))
                .extracting(Limit::requests)
                .isSorted()
                .allSatisfy(load -> assertThat(load).isPositive());
    }

    @Test
    void need_stays_within_every_limit_of_its_cell() {
        Inputs inputs = Inputs.shipped();
        double load = 1_000_000;
        long cells = Limit.cells(load, inputs);

        assertThat(Limit.inOrder(inputs))
                .filteredOn(Limit::whole)
                .allSatisfy(limit -> assertThat(load / cells).isLessThanOrEqualTo(limit.requests()));
        assertThat(cells).isGreaterThan(1);
        assertThat(Limit.cells(1, inputs)).isEqualTo(1);
    }
}
