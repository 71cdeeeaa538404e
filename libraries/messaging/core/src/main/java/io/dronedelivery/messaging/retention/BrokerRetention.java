package io.dronedelivery.messaging.retention;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/** A bean of a broker adapter that reads the broker's settings for this application's subscriptions. */
@FunctionalInterface
public interface BrokerRetention {

    /**
     * Asks the broker for all settings that do not fulfil the needs. Fails when the broker does not answer. Fails with
     * {@link NotAllowedException} when this application may not ask.
     */
    Mono<List<Mismatch>> mismatches();

    /**
     * A setting of the broker that breaks the delivery promise.
     *
     * @param entity such as {@code topic delivery-requests}
     * @param problem the setting, its value, the needed value, and the name of our setting
     */
    record Mismatch(String entity, String problem) {

        /** A time that is too short. */
        public static Mismatch tooShort(String entity, String setting, Duration is, Duration needed, String ours) {
            return new Mismatch(entity, "%s is %s, needed are at least %s (%s)".formatted(setting, is, needed, ours));
        }

        /** A number that is too low. */
        public static Mismatch tooLow(String entity, String setting, long is, long needed, String ours) {
            return new Mismatch(entity, "%s is %d, needed is at least %d (%s)".formatted(setting, is, needed, ours));
        }

        @Override
        public String toString() {
            return entity + ": " + problem;
        }
    }

    /** The broker does not let this application read its settings. The message names the missing permission. */
    final class NotAllowedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public NotAllowedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
