package io.dronedelivery.messaging.kafka;

import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/** Why the producer failed, by the publisher's possible reaction. */
public enum SendFailure {
    /** The record is larger than Kafka accepts; sending it again does not help. */
    TOO_LARGE,
    /** The record cannot be serialized, or the name of its topic is invalid. */
    REFUSED,
    /** Sending it again may help. */
    UNAVAILABLE;

    /** The kind of a failure of Kafka's producer. */
    public static SendFailure of(Throwable failure) {
        if (failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException) {
            return TOO_LARGE;
        }
        return failure instanceof InvalidTopicException || failure instanceof SerializationException
                ? REFUSED
                : UNAVAILABLE;
    }
}
