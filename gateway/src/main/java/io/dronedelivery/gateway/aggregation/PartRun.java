package io.dronedelivery.gateway.aggregation;

/** The run that a {@link PartCall} belongs to. */
interface PartRun {

    /** A call has ended, with an answer or a failure. Any thread may call it, also while the call is being started. */
    void ended(PartCall call);

    /** Records how a part has ended. */
    void record(int part, AggregationOutcome outcome, long nanos);
}
