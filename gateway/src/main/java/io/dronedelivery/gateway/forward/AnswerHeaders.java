package io.dronedelivery.gateway.forward;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The headers of a backend's answer that the caller gets. */
final class AnswerHeaders {

    private static final Set<String> PLACES = Set.of("location", "content-location");

    /** The bytes of the body have another meaning without these headers, so they are always passed on. */
    private static final List<String> OF_THE_BYTES = List.of(HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_RANGE);

    private final List<Passed> passed;
    private final @Nullable LocationRewrite rewrite;
    private final Set<String> hosts;

    /** @param isAdded whether it goes beside the response's header of the same name, which stays true */
    private record Passed(String name, boolean isPlace, boolean isAdded) {}

    /**
     * @param names the headers that are passed on
     * @param rewrite for the headers that name a place, null when they stay as they are
     * @param hosts that a place may be at; a place at another host is left out
     */
    AnswerHeaders(List<String> names, @Nullable LocationRewrite rewrite, List<String> hosts) {
        TreeSet<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(names);
        all.addAll(OF_THE_BYTES);
        this.passed = all.stream()
                .map(name -> new Passed(
                        name, PLACES.contains(name.toLowerCase(Locale.ROOT)), name.equalsIgnoreCase(HttpHeaders.VARY)))
                .toList();
        this.rewrite = rewrite;
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /** A header that is passed on replaces the response's header of the same name, but for Vary: what the gateway adds depends on more. */
    void copy(io.netty.handler.codec.http.HttpHeaders from, HttpHeaders to) {
        for (Passed header : passed) {
            List<String> values = from.getAll(header.name());
            if (!values.isEmpty() && !from.containsValue(HttpHeaders.CONNECTION, header.name(), true)) {
                List<String> told = header.isPlace() ? places(values) : values;
                if (header.isAdded()) {
                    to.addAll(header.name(), told);
                } else if (!told.isEmpty()) {
                    to.put(header.name(), told);
                }
            }
        }
    }

    private List<String> places(List<String> values) {
        return values.stream()
                .map(value -> rewrite == null ? value : rewrite.apply(value))
                .filter(this::mayBeTold)
                .toList();
    }

    /**
     * A path means the gateway itself. A URL names a host, which is passed on only if the settings list it. What begins with two slashes is
     * no path, however many follow: Java finds no host between the second and a third, browsers take the one behind them.
     */
    private boolean mayBeTold(String place) {
        try {
            URI uri = new URI(place);
            boolean path = !uri.isAbsolute() && !place.startsWith("//");
            return path || uri.getHost() != null && hosts.contains(uri.getHost().toLowerCase(Locale.ROOT));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
