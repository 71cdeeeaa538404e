package io.dronedelivery.gateway.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A part of the aggregate that the benchmarks check and join: 560 bytes of JSON. The experiments of the lab aggregate the same files. */
public enum MeasuredPart {
    INVOICE("invoice", "invoice.json"),
    DELIVERIES("deliveries", "deliveries.json"),
    DRONE_UTILIZATION("droneUtilization", "drone-utilization.json");

    private final String key;
    private final byte[] body;

    MeasuredPart(String key, String resource) {
        this.key = key;
        this.body = read("/parts/" + resource);
    }

    /** The part's name in the aggregate. */
    public String key() {
        return key;
    }

    /** The backend's answer, a copy for each caller. */
    public byte[] body() {
        return body.clone();
    }

    private static byte[] read(String resource) {
        try (InputStream in = MeasuredPart.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
