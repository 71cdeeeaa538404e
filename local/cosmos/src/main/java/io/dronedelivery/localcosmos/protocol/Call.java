package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One request on its way through the server, with the findings for its record. Used by one thread after another. */
final class Call {
    private final String scheme;
    private final String method;
    private final ResourcePath path;
    private final HttpHeaders headers;
    private final byte[] body;
    private final Instant startedAt;

    private String operation = "unknown";
    private String region = "";
    private @Nullable Container container;
    private @Nullable PhysicalPartition partition;

    Call(String scheme, String method, ResourcePath path, HttpHeaders headers, byte[] body, Instant startedAt) {
        this.scheme = scheme;
        this.method = method;
        this.path = path;
        this.headers = headers;
        this.body = body;
        this.startedAt = startedAt;
    }

    /** Of the connection: {@code http} or {@code https}. */
    String scheme() {
        return scheme;
    }

    String method() {
        return method;
    }

    ResourcePath path() {
        return path;
    }

    byte[] body() {
        return body;
    }

    Instant startedAt() {
        return startedAt;
    }

    /** Returns the header's value, or null when it is absent or empty. */
    @Nullable
    String header(String name) {
        String value = headers.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    boolean has(String name) {
        return header(name) != null;
    }

    boolean isTrue(String name) {
        return "true".equalsIgnoreCase(headers.get(name));
    }

    /** Whether the client wants no documents in answers to writes. */
    boolean prefersMinimal() {
        String preference = header("prefer");
        return preference != null && preference.toLowerCase(Locale.ROOT).contains("return=minimal");
    }

    /** Whether the body is a query. SDKs use one of two headers for this. */
    boolean isQuery() {
        return isTrue(Headers.IS_QUERY) || isTrue(Headers.QUERY);
    }

    /** Whether it is a write, judged by its verb and headers. */
    boolean isWrite() {
        return switch (method) {
            case "GET", "HEAD" -> false;
            case "POST" -> !isQuery() && !isTrue(Headers.IS_QUERY_PLAN);
            default -> true;
        };
    }

    /** @throws ServiceException 400 when the header is present and no whole number */
    int intHeader(String name, int absent) {
        String value = header(name);
        if (value == null) {
            return absent;
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw ServiceException.badRequest("The header " + name + " is no whole number: '" + value + "'.");
        }
    }

    String region() {
        return region;
    }

    void region(String name) {
        this.region = name;
    }

    String operation() {
        return operation;
    }

    void operation(String name) {
        this.operation = name;
    }

    @Nullable
    Container container() {
        return container;
    }

    void container(Container found) {
        this.container = found;
    }

    @Nullable
    PhysicalPartition partition() {
        return partition;
    }

    void partition(PhysicalPartition found) {
        this.partition = found;
    }
}
