package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The headers of a caller that some part of an aggregation passes on. */
final class PassedHeaders {

    static final String TRACE_STATE = "tracestate";

    /**
     * Headers that belong to one connection, that the gateway writes itself, or that would make a backend answer with something
     * other than the whole value as plain JSON.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1">RFC 9110, section 7.6.1</a>
     */
    private static final Set<String> NEVER = Set.of(
            "connection",
            "proxy-connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "proxy-authenticate",
            "proxy-authorization",
            "host",
            "content-length",
            "content-type",
            "expect",
            "accept",
            "accept-encoding",
            "range",
            "if-range",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "if-unmodified-since",
            TraceParent.HEADER,
            TRACE_STATE,
            Deadline.HEADER.toLowerCase(Locale.ROOT));

    private final List<AsciiString> names;

    PassedHeaders(List<Part> parts) {
        TreeSet<String> all = parts.stream()
                .flatMap(part -> part.requestHeaders().stream())
                .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
        this.names = all.stream().map(AsciiString::cached).toList();
    }

    /** Whether a header can be passed on at all. */
    static boolean mayPass(String name) {
        return !NEVER.contains(name.toLowerCase(Locale.ROOT));
    }

    /** The names, each once. */
    List<AsciiString> names() {
        return names;
    }

    /** The places in {@link #names()} of the headers that one part passes on. */
    int[] placesOf(Part part) {
        return part.requestHeaders().stream()
                .mapToInt(wanted -> indexOf(wanted))
                .distinct()
                .toArray();
    }

    private int indexOf(String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).contentEqualsIgnoreCase(wanted)) {
                return i;
            }
        }
        throw new IllegalArgumentException("No part passes on " + wanted);
    }

    /** The values that a request has for the names; what its Connection header names is for this connection alone. */
    List<@Nullable List<String>> read(HttpHeaders headers) {
        if (names.isEmpty()) {
            return Collections.emptyList();
        }
        List<String> connection = headers.getOrEmpty(HttpHeaders.CONNECTION);
        List<@Nullable List<String>> values = new ArrayList<>(names.size());
        for (AsciiString name : names) {
            List<String> found = headers.get(name.toString());
            values.add(found == null || found.isEmpty() || isNamedIn(connection, name) ? null : List.copyOf(found));
        }
        return values;
    }

    private static boolean isNamedIn(List<String> connection, AsciiString name) {
        for (String line : connection) {
            for (String option : line.split(",", -1)) {
                if (name.contentEqualsIgnoreCase(option.trim())) {
                    return true;
                }
            }
        }
        return false;
    }
}
