package io.dronedelivery.gateway.telemetry;

import org.springframework.http.HttpMethod;

/** Names of methods for meters and spans. Callers can invent any number of methods; the number of names has to stay bounded. */
public final class MethodNames {

    private MethodNames() {}

    /** @param other the name of all others */
    public static String of(HttpMethod method, String other) {
        for (HttpMethod known : HttpMethod.values()) {
            if (known.equals(method)) {
                return known.name();
            }
        }
        return other;
    }
}
