package io.dronedelivery.gateway.backend;

import java.util.Locale;

/** Why a call is sent a second time at the cost of the {@link ResendBudget}. */
public enum ResendCause {
    /** The only address accepted no connection. */
    NO_CONNECTION,
    /** The connection ended before any byte of an answer. */
    BROKEN_CONNECTION,
    /** The backend said that it had not read the request. */
    NOT_READ,
    /** The answer was a 502, or a 503 without {@code Retry-After}. */
    UNAVAILABLE,
    /** The answer took longer than usual. */
    HEDGE;

    /** The value of the tag {@code cause} in meters. */
    String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
