package io.dronedelivery.gateway.template;

import org.jspecify.annotations.Nullable;

/**
 * The form of a query parameter that may have several values. They are kept as one text, each percent-encoded and with a separator between
 * them, which {@link Target} writes as it is: they go into the query of a backend and nowhere else.
 *
 * @param max how many values there may be
 * @param exploded whether the parameter is repeated for each value, otherwise commas separate them
 * @param declared whether the settings say that it is an array; one that they do not mention may have one value or several
 * @see <a href="https://spec.openapis.org/oas/v3.1.0#style-values">OpenAPI, style {@code form} and {@code explode}</a>
 */
public record ValueList(int max, boolean exploded, boolean declared) {

    /** Stands for a parameter without an equals sign; percent-encoded text has no such character. */
    static final char NAME_ALONE = '!';

    /**
     * @param before the text of the values before this one, null when it is the first
     * @param value checked; null for a parameter that is a name alone
     */
    public String add(@Nullable String before, @Nullable String value) {
        StringBuilder text = new StringBuilder();
        if (before != null) {
            text.append(before).append(separator());
        }
        if (value != null) {
            PercentEncoding.append(value, text);
        } else if (exploded) {
            text.append(NAME_ALONE);
        }
        return text.toString();
    }

    char separator() {
        return exploded ? '&' : ',';
    }
}
