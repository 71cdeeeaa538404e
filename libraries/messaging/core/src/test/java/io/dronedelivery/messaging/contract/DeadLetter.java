package io.dronedelivery.messaging.contract;

/**
 * A dead letter, as the one sees it who looks for the cause.
 *
 * @param reason short and stable
 * @param description for people
 * @param data the body of the message, unchanged
 */
public record DeadLetter(String reason, String description, byte[] data) {}
