package io.dronedelivery.messaging.retention;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/** A bean of a broker adapter that reads the broker's settings for this application's subscriptions. */
@FunctionalInterface
public interface BrokerRetention {

    /**
     * Asks the broker for all settings that do not fulfil the needs, or are unknown. Fails when the broker does not answer. Fails with
     * {@link NotAllowedException} when this application may not ask at all.
     */
    Mono<List<Mismatch>> mismatches();

    /**
     * A setting of the broker that breaks the delivery promise, or that the broker does not say.
     *
     * @param entity such as {@code topic delivery-requests}
     * @param setting the broker's name of the setting; empty when the entity is missing
     * @param problem the setting, its value, the needed value, and the name of our setting
     * @param known whether the broker says the value
     */
    record Mismatch(String entity, String setting, String problem, boolean known) {

        public static Mismatch missing(String entity, String problem) {
            return new Mismatch(entity, "", problem, true);
        }

        public static Mismatch wrong(String entity, String setting, String problem) {
            return new Mismatch(entity, setting, setting + " " + problem, true);
        }

        /** A setting that the broker does not say, which is no reason to refuse the start. */
        public static Mismatch unknown(String entity, String setting, String reason) {
            return new Mismatch(entity, setting, setting + " is unknown: " + reason, false);
        }

        public static Mismatch tooShort(String entity, String setting, Duration is, Duration needed, String ours) {
            return wrong(entity, setting, "is %s, needed are at least %s (%s)".formatted(is, needed, ours));
        }

        public static Mismatch tooLow(String entity, String setting, long is, long needed, String ours) {
            return wrong(entity, setting, "is %d, needed is at least %d (%s)".formatted(is, needed, ours));
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
