package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.JobHandler;

/** A kind of jobs that go through the queue. A job is a JSON value, and the type of the value tells its kind. */
public interface JobKind extends JobHandler {

    /** Whether a job whose JSON begins with this byte is of this kind. */
    boolean takes(byte first);
}
