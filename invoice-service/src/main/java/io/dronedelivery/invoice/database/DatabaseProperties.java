package io.dronedelivery.invoice.database;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
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
 * @param password empty when the server asks for none
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
        @NotNull String password,

        @NotNull @DurationMin(millis = 1) @DurationMax(hours = 1)
        Duration statementTimeout,

        @NotNull @DurationMin(seconds = 1) Duration retryAfter) {}
