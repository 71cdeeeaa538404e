package io.dronedelivery.requestreply;

import java.time.Duration;

/** What the tests of the contract work with. */
interface JobQueueFixture {

    /** The longest that anything in the suite may take. */
    Duration TIMEOUT = Duration.ofSeconds(60);

    /** Callers and workers on the queue of the test that runs; asked a second time, those of another process. */
    Party party();

    /** Whether a job that arrives at a worker that is just leaving is given back without being counted as tried. */
    default boolean countsOnlyWhatWasTried() {
        return true;
    }
}
