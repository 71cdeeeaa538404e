package io.dronedelivery.gateway.settings;

/** The order of refusals under overload: the last of these is refused first. */
public enum Priority {
    CRITICAL,
    NORMAL,
    BACKGROUND
}
