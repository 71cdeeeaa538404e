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
 * @param port the port of the PostgreSQL server
 * @param name the name of the database
 * @param username the user that signs in. It owns the tables, because the migrations run as the same user
 * @param signIn {@code password}: with {@code invoice.database.password}. {@code identity}: with a token of the identity that Azure gives
 *     the service ({@code DefaultAzureCredential}), for the migrations and for each new connection. The token is kept until shortly before
 *     it expires
 * @param password empty when the server requires none, or with {@code identity}
 * @param sslMode {@code verify-full}: connections are encrypted, and the server's certificate must be trusted by the JDK and name this
 *     host. {@code disable}: not encrypted, for a separate network
 * @param statementTimeout the most time for a statement. The deadline of the caller makes it shorter
 * @param retryAfter the {@code Retry-After} of answers while the database is unavailable
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
