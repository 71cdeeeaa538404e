package io.dronedelivery.messaging.kafka;

import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/** Why the producer failed, as far as it matters to who publishes. */
enum SendFailure {
    /** The record never will be taken. */
    TOO_LARGE,
    /** The record is none, or its topic. */
    REFUSED,
    /** It may be tried again. */
    UNAVAILABLE;

    static SendFailure of(Throwable failure) {
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            return TOO_LARGE;
        }
        return failure instanceof InvalidTopicException || failure instanceof SerializationException
                ? REFUSED
                : UNAVAILABLE;
    }
}
