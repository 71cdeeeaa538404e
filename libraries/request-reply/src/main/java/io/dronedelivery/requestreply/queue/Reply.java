package io.dronedelivery.requestreply.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dronedelivery.plaintext.PlainText;
import org.jspecify.annotations.Nullable;

/** What a worker sends back to the caller. A queue carries the four parts for either kind of reply. */
public sealed interface Reply {

    String jobId();

    /** The handler's result; empty when there is none, or when the job has failed. */
    byte[] body();

    /** Empty when the job is done; otherwise short and stable, for programs. */
    String code();

    /** What went wrong, for a person; empty when the job is done. */
    String message();

    /** The reply with these parts; its kind depends on the code. */
    static Reply of(String jobId, byte[] body, @Nullable String code, @Nullable String message) {
        return code == null || code.isEmpty()
                ? new Answer(jobId, body)
                : new Failure(jobId, code, String.valueOf(message));
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(String jobId, byte[] body) implements Reply {

        @Override
        public String code() {
            return "";
        }

        @Override
        public String message() {
            return "";
        }
    }

    /** The job cannot be done. Only the first 4,096 characters of the message are kept. */
    record Failure(String jobId, String code, String message) implements Reply {

        /** In UTF-8 it fits into the headers of every broker. */
        private static final int LONGEST_MESSAGE = 4_096;

        /** An unpaired surrogate, which JSON allows, becomes a question mark, because AMQP cannot encode it. */
        public Failure {
            message = new String(PlainText.cut(message, LONGEST_MESSAGE).getBytes(UTF_8), UTF_8);
        }

        @Override
        public byte[] body() {
            return new byte[0];
        }
    }
}
