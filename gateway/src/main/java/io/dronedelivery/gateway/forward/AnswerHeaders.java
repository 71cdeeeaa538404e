package io.dronedelivery.gateway.forward;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The headers of a backend's answer that the caller gets. */
final class AnswerHeaders {

    private static final Set<String> PLACES = Set.of("location", "content-location");

    private final List<Passed> passed;
    private final @Nullable LocationRewrite rewrite;

    private record Passed(String name, boolean isPlace) {}

    /** @param rewrite for the headers that name a place, null when they stay as they are */
    AnswerHeaders(List<String> names, @Nullable LocationRewrite rewrite) {
        this.passed = names.stream()
                .map(name -> new Passed(name, PLACES.contains(name.toLowerCase(Locale.ROOT))))
                .toList();
        this.rewrite = rewrite;
    }

    /** What is there takes the place of what the response had under the same name. */
    void copy(io.netty.handler.codec.http.HttpHeaders from, HttpHeaders to) {
        for (Passed header : passed) {
            List<String> values = from.getAll(header.name());
            if (!values.isEmpty() && !from.containsValue(HttpHeaders.CONNECTION, header.name(), true)) {
                to.put(header.name(), header.isPlace() ? places(values) : values);
            }
        }
    }

    private List<String> places(List<String> values) {
        return rewrite == null ? values : values.stream().map(rewrite::apply).toList();
    }
}
