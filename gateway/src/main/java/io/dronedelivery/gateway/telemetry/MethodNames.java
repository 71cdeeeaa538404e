package io.dronedelivery.gateway.telemetry;

import org.springframework.http.HttpMethod;

/** Names of methods for meters and spans. A caller can invent methods without end, the names must not follow. */
public final class MethodNames {

    private MethodNames() {}

    /**
     * The name of a method that HTTP knows.
     *
     * @param other the name of all others
     */
    public static String of(HttpMethod method, String other) {
        for (HttpMethod known : HttpMethod.values()) {
            if (known.equals(method)) {
                return known.name();
            }
        }
        return other;
    }
}
