package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a call while it is composed. */
final class CallReply {
    private static final byte[] EMPTY = {};

    private final int status;
    private final byte[] body;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private double charge;
    private int items;
    private int subStatus;
    private Duration retryAfter = Duration.ZERO;

    private CallReply(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    static CallReply of(int status, byte[] json) {
        return new CallReply(status, json);
    }

    static CallReply of(int status, JsonNode json) {
        return new CallReply(status, Json.write(json));
    }

    static CallReply empty(int status) {
        return new CallReply(status, EMPTY);
    }

    static CallReply failed(ServiceException failure) {
        return error(
                failure.status(),
                failure.subStatus(),
                failure.code(),
                failure.message(),
                failure.additionalErrorInfo());
    }

    static CallReply throttled(Duration retryAfter) {
        CallReply reply = error(
                429,
                3200,
                "429",
                "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request later.");
        reply.retryAfter = retryAfter;
        return reply.header(Headers.RETRY_AFTER_MS, Long.toString(Math.max(1, retryAfter.toMillis())));
    }

    static CallReply error(int status, int subStatus, String code, String message) {
        return error(status, subStatus, code, message, null);
    }

    private static CallReply error(int status, int subStatus, String code, String message, @Nullable String info) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("code", code).put("message", message);
        if (info != null) {
            body.put("additionalErrorInfo", info);
        }
        CallReply reply = of(status, body);
        reply.subStatus = subStatus;
        return subStatus == 0 ? reply : reply.header(Headers.SUB_STATUS, Integer.toString(subStatus));
    }

    CallReply charge(double requestUnits) {
        this.charge = requestUnits;
        return this;
    }

    CallReply items(int count) {
        this.items = count;
        return header(Headers.ITEM_COUNT, Integer.toString(count));
    }

    CallReply etag(String etag) {
        return header("etag", etag);
    }

    CallReply header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }

    double charge() {
        return charge;
    }

    int items() {
        return items;
    }

    int subStatus() {
        return subStatus;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
