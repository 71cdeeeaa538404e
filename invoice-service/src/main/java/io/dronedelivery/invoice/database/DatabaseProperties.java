package io.dronedelivery.invoice.database;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The connection to the database of invoices. Spring Boot's own {@code spring.r2dbc.pool.*} sets the pool.
 *
 * @param host name or address of the PostgreSQL server
 * @param port its port
 * @param name the database
 * @param username the user, who owns the tables: the migrations run as the same user
 * @param signIn with the password, or with the token of the identity that Azure gives the service
 * @param password empty when the server asks for no password, or for a token
 * @param sslMode whether connections are encrypted, in PostgreSQL's words. {@code verify-full} also checks the server's certificate against
 *     those that the JDK trusts; {@code disable} is for an isolated network
 * @param statementTimeout the longest time a statement may run; a caller's deadline shortens it
 * @param retryAfter sent as {@code Retry-After} while the database is unavailable
 */
@Validated
@ConfigurationProperties("invoice.database")
record DatabaseProperties(
        @NotBlank String host,
        @Min(1) @Max(65535) int port,
        @NotBlank String name,
        @NotBlank String username,
        @NotNull SignIn signIn,
        @NotNull String password,

        @Pattern(regexp = "disable|verify-full", message = "must be disable or verify-full")
        String sslMode,

        @NotNull @DurationMin(millis = 1) @DurationMax(hours = 1)
        Duration statementTimeout,

        @NotNull @DurationMin(seconds = 1) Duration retryAfter) {

    /** How the service authenticates. */
    enum SignIn {
        /** The password {@code invoice.database.password}. */
        PASSWORD,
        /** A token of the service's identity in place of a password. */
        IDENTITY
    }
}
