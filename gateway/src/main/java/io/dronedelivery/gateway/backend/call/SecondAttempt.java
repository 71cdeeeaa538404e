package io.dronedelivery.gateway.backend.call;

/** How a call was sent a second time. */
public enum SecondAttempt {
    /** After the first attempt had failed. */
    RETRY("retry"),
    /** Beside the first attempt, and it was answered first. */
    HEDGE_WON("hedge-won"),
    /** Beside the first attempt, which was answered first, or both failed. */
    HEDGE_LOST("hedge-lost");

    private final String text;

    SecondAttempt(String text) {
        this.text = text;
    }

    /** As it is written into {@code Server-Timing}. */
    public String text() {
        return text;
    }
}
