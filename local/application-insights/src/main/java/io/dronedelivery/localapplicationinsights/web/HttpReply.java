package io.dronedelivery.localapplicationinsights.web;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

record HttpReply(int status, Map<String, String> headers, byte[] body) {
    static final String JSON = "application/json";
    private static final byte[] NOTHING = {};

    static HttpReply of(int status, String contentType, byte[] body) {
        return new HttpReply(status, Map.of("content-type", contentType), body);
    }

    static HttpReply empty(int status) {
        return new HttpReply(status, Map.of(), NOTHING);
    }

    /** A problem detail, RFC 9457. */
    static HttpReply problem(int status, String type, String detail) {
        String body = "{\"type\":\"urn:local-application-insights:%s\",\"status\":%d,\"detail\":\"%s\"}"
                .formatted(type, status, escaped(detail));
        return of(status, "application/problem+json", body.getBytes(StandardCharsets.UTF_8));
    }

    HttpReply with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new HttpReply(status, all, body);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else {
                escaped.append(c < ' ' ? ' ' : c);
            }
        }
        return escaped.toString();
    }
}
