package io.dronedelivery.localazure.servicebus.journal;

/** The kinds of records. Their order is the number in the file: append new ones, never reorder. */
enum RecordType {
    /** An entity gets a number that later records use: number, path. */
    ENTITY,
    ADDED,
    REMOVED,
    CHANGED,
    SEQUENCE,
    SESSION_STATE,
    SEEN,
    RULE_ADDED,
    RULE_REMOVED
}
