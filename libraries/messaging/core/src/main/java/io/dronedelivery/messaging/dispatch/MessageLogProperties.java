package io.dronedelivery.messaging.dispatch;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The message log in PostgreSQL, when {@code messaging.dispatch.sinks} names {@code postgres}.
 *
 * @param url where the database is: {@code r2dbc:postgresql://host:port/database}, with options of the driver in its query
 * @param username the user that writes. It must be allowed to create the table {@code message_log} if there is none
 * @param password of the user
 * @param retention how long messages are kept
 * @param connections the pool
 */
@ConfigurationProperties("messaging.dispatch.postgres")
@Validated
record MessageLogProperties(
        @DefaultValue("")
        @Pattern(
                regexp = "r2dbc:postgresql://.+",
                message = "must have the form r2dbc:postgresql://host:port/database, since messaging.dispatch.sinks"
                        + " names postgres")
        String url,

        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue @Valid Retention retention,
        @DefaultValue @Valid LogPoolSettings connections) {

    /**
     * The limits of the log.
     *
     * @param keep how long the log keeps a message, by the clock of the database. Longer than events may be sent again, or they are logged
     *     twice
     * @param pruneInterval the pause between two deletions of old messages
     * @param pruneBatch how many messages are deleted in one transaction
     */
    record Retention(
            @DefaultValue("30d") @NotNull @DurationMin(seconds = 1)
            Duration keep,

            @DefaultValue("1h") @NotNull @DurationMin(millis = 100)
            Duration pruneInterval,

            @DefaultValue("10000") @Min(1) @Max(100_000) int pruneBatch) {}

    /**
     * The pool.
     *
     * @param min how many connections are kept open
     * @param max how many connections there may be
     * @param idleTimeout after this time a connection beyond the minimum that has written nothing is closed
     * @param maxLifeTime after this time a connection is replaced, so that load spreads over databases that come and go
     * @param openTimeout the time for opening a connection
     * @param acquireTimeout how long a write waits for a free connection
     * @param statementTimeout how long the database may work on one write
     */
    record LogPoolSettings(
            @DefaultValue("1") @Min(0) @Max(1000) int min,
            @DefaultValue("10") @Min(1) @Max(1000) int max,

            @DefaultValue("200s") @NotNull @DurationMin(millis = 1)
            Duration idleTimeout,

            @DefaultValue("30m") @NotNull @DurationMin(millis = 1)
            Duration maxLifeTime,

            @DefaultValue("3s") @NotNull @DurationMin(millis = 1)
            Duration openTimeout,

            @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
            Duration acquireTimeout,

            @DefaultValue("10s") @NotNull @DurationMin(millis = 1)
            Duration statementTimeout) {

        LogPoolSettings {
            if (min > max) {
                throw new IllegalArgumentException("messaging.dispatch.postgres.connections.min is " + min
                        + ", above messaging.dispatch.postgres.connections.max, which is " + max);
            }
        }
    }
}
