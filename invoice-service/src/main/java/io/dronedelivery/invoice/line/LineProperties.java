package io.dronedelivery.invoice.line;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The size of a page of lines.
 *
 * @param defaultLimit lines on a page, unless the caller says how many
 * @param maxLimit the most lines on a page
 */
@Validated
@ConfigurationProperties("invoice.lines")
record LineProperties(
        @Min(1) int defaultLimit, @Min(1) @Max(10_000) int maxLimit) {

    @AssertTrue(message = "invoice.lines.default-limit must not be above invoice.lines.max-limit")
    boolean isDefaultWithinMax() {
        return defaultLimit <= maxLimit;
    }
}
