package io.dronedelivery.gateway.aggregation;

interface PartRun {

    /** A call has ended, with an answer or a failure. Any thread may call it, also while the call is being started. */
    void ended(PartCall call);

    void record(int part, AggregationOutcome outcome, long nanos);
}
