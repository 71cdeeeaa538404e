package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobOffsetsTest {

    private final JobOffsets offsets = new JobOffsets();

    @Test
    void before_the_first_job_there_is_nothing_to_commit() {
        assertThat(offsets.takeCommittable()).isEqualTo(-1);
    }

    @Test
    void what_is_committed_stops_before_the_first_job_in_work() {
        offsets.begun(10);
        offsets.begun(11);
        offsets.begun(12);
        assertThat(offsets.takeCommittable()).isEqualTo(10);

        offsets.done(11);
        assertThat(offsets.takeCommittable()).isEqualTo(-1);

        offsets.done(10);
        assertThat(offsets.takeCommittable()).isEqualTo(12);

        offsets.done(12);
        assertThat(offsets.takeCommittable()).isEqualTo(13);
        assertThat(offsets.takeCommittable()).isEqualTo(-1);
    }

    @Test
    void what_was_not_committed_is_committed_with_the_next_commit() {
        JobOffsets offsets = new JobOffsets();
        offsets.begun(7);
        offsets.done(7);
        assertThat(offsets.takeCommittable()).isEqualTo(8);

        offsets.commitFailed();

        assertThat(offsets.takeCommittable()).isEqualTo(8);
        assertThat(offsets.takeCommittable()).isEqualTo(-1);
    }
}
