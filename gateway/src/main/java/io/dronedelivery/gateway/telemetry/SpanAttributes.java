package io.dronedelivery.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;

/**
 * The attributes of the gateway's spans. Names that begin with {@code gateway} or {@code problem} are this product's own; the others are
 * OpenTelemetry's.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/http/http-spans/">OpenTelemetry's conventions for HTTP spans</a>
 */
final class SpanAttributes {

    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
    static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");
    static final AttributeKey<String> FULL_URL = AttributeKey.stringKey("url.full");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> PEER = AttributeKey.stringKey("peer.service");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> EXCEPTION_MESSAGE = AttributeKey.stringKey("exception.message");
    static final AttributeKey<String> USER = AttributeKey.stringKey("enduser.id");

    /** The type of the problem that was answered, or for which a part was left out. */
    static final AttributeKey<String> PROBLEM_TYPE = AttributeKey.stringKey("problem.type");

    static final AttributeKey<String> PROBLEM_DETAIL = AttributeKey.stringKey("problem.detail");
    /** The part of an aggregate that a call is for. */
    static final AttributeKey<String> PART = AttributeKey.stringKey("gateway.part");
    /** How many milliseconds a call has waited for its place at the backend's limit, or a request for its place in the gateway. */
    static final AttributeKey<Double> WAITED_MILLIS = AttributeKey.doubleKey("gateway.waited_ms");
    /** On the second attempt of a call whose first one takes long. */
    static final AttributeKey<Boolean> HEDGE = AttributeKey.booleanKey("gateway.hedge");
    /** On an attempt that was cancelled because the other attempt of the call was answered first. */
    static final AttributeKey<Boolean> OUTRUN = AttributeKey.booleanKey("gateway.outrun");
    /** On a request that shared the calls of an identical one; a link leads to that one when it is recorded. */
    static final AttributeKey<Boolean> COALESCED = AttributeKey.booleanKey("gateway.coalesced");

    /** How kept answers were used, as the answer's Cache-Status says it. */
    static final AttributeKey<String> CACHE_STATUS = AttributeKey.stringKey("gateway.cache_status");

    private SpanAttributes() {}
}
