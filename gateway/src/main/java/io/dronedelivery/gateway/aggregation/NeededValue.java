package io.dronedelivery.gateway.aggregation;

import org.jspecify.annotations.Nullable;

/**
 * A value that a call writes into its request, and that comes from another part.
 *
 * @param slot where it is among the values of the run
 * @param name of the reference
 * @param place where it is written
 */
record NeededValue(int slot, String name, Place place) {

    private static final int MAX_LENGTH = 2048;

    enum Place {
        PATH,
        QUERY,
        HEADER
    }

    /**
     * Why a value cannot be written, in words that follow its name; null when it can. Percent-encoding does not keep dots and slashes from
     * leading to another path.
     */
    @Nullable
    String faultOf(String value) {
        return faultOf(value, place);
    }

    /** The same for a value of the caller. */
    static @Nullable String faultOf(String value, Place place) {
        if (value.isEmpty()) {
            return "is empty";
        }
        if (value.length() > MAX_LENGTH) {
            return "has more than " + MAX_LENGTH + " characters";
        }
        if (place == Place.PATH && (value.equals(".") || value.equals(".."))) {
            return "is '" + value + "', which leads to another path";
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c)) {
                return "has control characters";
            }
            if (place == Place.PATH && (c == '/' || c == '\\')) {
                return "has '/' or '\\', which lead to another path";
            }
            if (place == Place.HEADER && c > '~') {
                return "has characters beyond ASCII, which a header cannot have";
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return "has half of a character";
            }
        }
        return null;
    }
}
