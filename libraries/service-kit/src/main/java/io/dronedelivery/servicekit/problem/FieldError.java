package io.dronedelivery.servicekit.problem;

/**
 * One entry of a problem's {@code errors}.
 *
 * @param field the parameter, header or JSON member at fault, such as {@code month} or {@code pickup.latitude}
 * @param message what is wrong with it, in words for the caller
 */
public record FieldError(String field, String message) {}
