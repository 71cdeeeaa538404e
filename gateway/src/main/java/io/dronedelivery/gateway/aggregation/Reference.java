package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.json.JsonPath;

/**
 * A value in the answer of a part, such as {@code delivery.ownerId}.
 *
 * @param text as it was written
 * @param path in its answer
 */
record Reference(String text, String part, JsonPath path) {

    /** @throws IllegalArgumentException with a reason when the text is no reference */
    static Reference parse(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
            end++;
        }
        if (end == 0 || end == text.length()) {
            throw new IllegalArgumentException("has '" + text + "', which is no value of a part such as part.member");
        }
        return new Reference(text, text.substring(0, end), JsonPath.parse(text.substring(end)));
    }
}
