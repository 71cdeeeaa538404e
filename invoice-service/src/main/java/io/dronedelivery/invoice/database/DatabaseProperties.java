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
 * Where the invoices are. The pool over it is set by Spring Boot's own {@code spring.r2dbc.pool.*}.
 *
 * @param host name or address of the PostgreSQL server
 * @param port its port
 * @param name the database on it
 * @param username who logs in; owns the tables, since the migrations run as the same user
 * @param signIn how: with the password, or with the token of the identity that Azure gives the service
 * @param password empty when the server asks for none, or for a token
 * @param sslMode whether connections are encrypted, in PostgreSQL's words: {@code verify-full} also checks who the server is, by the
 *     certificates that the JDK trusts; {@code disable} is for a network of its own
 * @param statementTimeout the longest a statement may run; a caller's deadline shortens it
 * @param retryAfter sent as {@code Retry-After} while the database is not available
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

    /** How the service says who it is. */
    enum SignIn {
        /** With {@code invoice.database.password}. */
        PASSWORD,
        /** With a token of the service's identity in place of a password. */
        IDENTITY
    }
}
