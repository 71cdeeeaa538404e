package io.dronedelivery.servicekit.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says who may call a controller's method, or all methods of the controller without an own rule. An application that has a method without a rule
 * does not start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Access {

    /** {@code public}, {@code authenticated} or {@code scope:NAME}, see {@link AccessRule}. */
    String value();
}
