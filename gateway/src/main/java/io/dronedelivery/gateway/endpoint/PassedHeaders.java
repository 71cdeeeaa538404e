package io.dronedelivery.gateway.endpoint;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The headers of a caller that are passed on. */
public final class PassedHeaders {

    private final List<AsciiString> names;

    /** @param names may have a name several times, in whichever case */
    public PassedHeaders(Collection<String> names) {
        TreeSet<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(names);
        this.names = all.stream().map(AsciiString::cached).toList();
    }

    /** The names, each once. */
    public List<AsciiString> names() {
        return names;
    }

    /** The places in {@link #names()} of some of the headers. */
    public int[] placesOf(List<String> some) {
        return some.stream().mapToInt(this::indexOf).distinct().toArray();
    }

    private int indexOf(String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).contentEqualsIgnoreCase(wanted)) {
                return i;
            }
        }
        throw new IllegalArgumentException(wanted + " is not passed on");
    }

    /** The values that a request has for the names; what its Connection header names is for this connection alone. */
    public List<@Nullable List<String>> read(HttpHeaders headers) {
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
