package io.dronedelivery.lab.comparisons;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A part of the measured aggregate: where the backend has it and the 560 bytes of JSON that it answers, or as many as {@link #BYTES} says. */
public enum AggregatedPart {
    INVOICE("invoice", "/api/invoices/o-17/2026/11", "invoice.json"),
    DELIVERIES("deliveries", "/api/deliveries/summary?ownerId=o-17&year=2026&month=11", "deliveries.json"),
    DRONE_UTILIZATION(
            "droneUtilization",
            "/api/dronedeliveries/utilization?ownerId=o-17&year=2026&month=11",
            "drone-utilization.json");

    /** The system property with the length to which each part is filled up. */
    public static final String BYTES = "lab.part-bytes";

    private static final String FILLING = ",\"filling\":\"";

    private final String key;
    private final String uri;
    private final byte[] body;

    AggregatedPart(String key, String uri, String resource) {
        this.key = key;
        this.uri = uri;
        this.body = read("/parts/" + resource);
    }

    /** The part's name in the aggregate. */
    public String key() {
        return key;
    }

    /** Path and query of the part on its backend. */
    public String uri() {
        return uri;
    }

    /** The backend's answer, a copy for each caller. */
    public byte[] body() {
        int filling = Integer.getInteger(BYTES, body.length) - body.length - FILLING.length() - 1;
        if (filling < 0) {
            return body.clone();
        }
        String object = new String(body, StandardCharsets.UTF_8);
        String member = FILLING + "x".repeat(filling) + '"';
        return new StringBuilder(object)
                .insert(object.lastIndexOf('}'), member)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] read(String resource) {
        try (InputStream in = AggregatedPart.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
