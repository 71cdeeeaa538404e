package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.RetryAfter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The headers of a backend's answer that the caller gets. */
final class AnswerHeaders {

    private static final Set<String> PLACES = Set.of("location", "content-location");

    /**
     * The bytes of the body have another meaning without these headers, so they are always passed on; and an answer was made when its
     * backend says it was.
     */
    private static final List<String> OF_EACH_ANSWER =
            List.of(HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_RANGE, HttpHeaders.VARY, HttpHeaders.DATE);

    private static final List<Passed> CHALLENGE = List.of(passed(HttpHeaders.WWW_AUTHENTICATE));
    private static final List<Passed> METHODS = List.of(passed(HttpHeaders.ALLOW));
    private static final List<Passed> WAIT = List.of(passed(HttpHeaders.RETRY_AFTER));
    private static final List<Passed> OTHER_PLACE =
            List.of(passed(HttpHeaders.LOCATION), passed(HttpHeaders.RETRY_AFTER));

    private final List<Passed> passed;
    private final PlaceRule places;

    /** @param isAdded whether it goes beside the response's header of the same name, which stays true */
    private record Passed(String name, boolean isPlace, boolean isWait, boolean isAdded) {}

    /**
     * @param names the headers that are passed on, whatever the status
     * @param places what becomes of the headers that name a place
     */
    AnswerHeaders(List<String> names, PlaceRule places) {
        TreeSet<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(names);
        all.addAll(OF_EACH_ANSWER);
        this.passed = all.stream().map(AnswerHeaders::passed).toList();
        this.places = places;
    }

    private static Passed passed(String name) {
        return new Passed(
                name,
                PLACES.contains(name.toLowerCase(Locale.ROOT)),
                name.equalsIgnoreCase(HttpHeaders.RETRY_AFTER),
                name.equalsIgnoreCase(HttpHeaders.VARY));
    }

    /**
     * What an answer with that status says nothing without, or must not be without.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5">RFC 9110, sections 15.4 to 15.6</a>
     */
    private static List<Passed> ofStatus(int status) {
        return switch (status) {
            case 401, 403 -> CHALLENGE;
            case 405 -> METHODS;
            case 413, 429, 503 -> WAIT;
            case 300, 301, 302, 303, 307, 308 -> OTHER_PLACE;
            default -> List.of();
        };
    }

    /**
     * A header that is passed on replaces the response's header of the same name, but for Vary: what the gateway adds depends on more.
     *
     * @param publicPath what stands before the gateway's own paths, may be empty
     */
    void copy(BackendResponse answer, String publicPath, HttpHeaders to) {
        for (Passed header : passed) {
            copy(header, answer, publicPath, to);
        }
        for (Passed header : ofStatus(answer.status())) {
            copy(header, answer, publicPath, to);
        }
    }

    private void copy(Passed header, BackendResponse answer, String publicPath, HttpHeaders to) {
        List<String> values = answer.headers().getAll(header.name());
        if (values.isEmpty()
                || answer.headers().containsValue(HttpHeaders.CONNECTION, header.name(), true)
                || !isUsable(header, values)) {
            return;
        }
        List<String> rewritten = header.isPlace() ? places(values, answer.askedHost(), publicPath) : values;
        if (header.isAdded()) {
            to.addAll(header.name(), rewritten);
        } else if (!rewritten.isEmpty()) {
            to.put(header.name(), rewritten);
        }
    }

    /** A field that cannot be parsed counts as absent. */
    private static boolean isUsable(Passed header, List<String> values) {
        return switch (header.name()) {
            case HttpHeaders.DATE -> values.size() == 1 && values.get(0).endsWith(" GMT");
            default -> !header.isWait() || RetryAfter.parse(values.get(0)) != null;
        };
    }

    private List<String> places(List<String> values, @Nullable String askedHost, String publicPath) {
        return values.stream()
                .map(value -> places.rewritten(value, askedHost, publicPath))
                .filter(Objects::nonNull)
                .toList();
    }
}
