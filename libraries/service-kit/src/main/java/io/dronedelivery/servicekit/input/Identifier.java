package io.dronedelivery.servicekit.input;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An identifier: 1 to 64 letters, digits, dots, underscores and hyphens. One or two dots alone are none: in a path they lead elsewhere, so
 * nobody could ask for what has such a name.
 */
@Documented
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
@ReportAsSingleViolation
@Pattern(regexp = "(?!\\.{1,2}\\z)[A-Za-z0-9._-]{1,64}")
public @interface Identifier {

    String message() default "must be 1 to 64 of the characters A-Z a-z 0-9 . _ - and not '.' or '..'";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
