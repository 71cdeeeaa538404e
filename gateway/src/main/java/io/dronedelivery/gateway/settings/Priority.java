package io.dronedelivery.gateway.settings;

/** What is refused first when there is more to do than can be done: the last of these. */
public enum Priority {
    CRITICAL,
    NORMAL,
    BACKGROUND
}
