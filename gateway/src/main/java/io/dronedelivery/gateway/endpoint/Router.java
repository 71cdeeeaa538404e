package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.PathTemplate.Segment;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * Finds the endpoint for a path and a method. Where a literal and a variable both match, the literal wins, from left to right; endpoints
 * that match the same paths by the same method are refused at start.
 *
 * <p>A literal is compared as it is written. A path that would be an endpoint's if its percent-encoding were decoded there is refused:
 * a proxy in front that has a rule for that endpoint has not recognised it.
 */
final class Router {

    /** The routes by the number of their segments. */
    private final List<List<Route>> bySize = new ArrayList<>();

    /** An endpoint with what is computed about it once. */
    private record Route(
            Endpoint endpoint,
            HttpMethod method,
            Segment[] segments,
            int variables,
            RequestMeters meters,
            Workload workload,
            String name) {

        static Route of(Endpoint endpoint, RequestLimit limit, MeterRegistry meters) {
            PathTemplate path = endpoint.path();
            return new Route(
                    endpoint,
                    endpoint.method(),
                    path.segments().toArray(Segment[]::new),
                    path.variables().size(),
                    new RequestMeters(meters, endpoint.method(), path.text()),
                    limit.workload(endpoint.priority()),
                    endpoint.method() + " " + path.text());
        }

        boolean allows(HttpMethod asked) {
            return asked == method || asked == HttpMethod.HEAD && method == HttpMethod.GET;
        }
    }

    /**
     * A path that the gateway answers.
     *
     * @param endpoint for the method that is asked for, or {@link OtherMethod}
     * @param rawValues the decoded values of the path's variables, in the path's order
     * @param meters where the request is recorded
     * @param workload what the request counts as at the limit of requests
     * @param name of an endpoint at this path, for a sampler
     */
    record Match(Endpoint endpoint, String[] rawValues, RequestMeters meters, Workload workload, String name) {}

    /** @param limit of requests, which all endpoints share */
    Router(List<Endpoint> endpoints, RequestLimit limit, MeterRegistry meters) {
        endpoints.stream()
                .sorted(Comparator.comparing(endpoint -> precedence(endpoint.path())))
                .map(endpoint -> Route.of(endpoint, limit, meters))
                .forEach(this::add);
    }

    private static String precedence(PathTemplate path) {
        StringBuilder order = new StringBuilder();
        path.segments().forEach(segment -> order.append(segment.variable() ? '1' : '0'));
        return order.toString();
    }

    private void add(Route route) {
        while (bySize.size() <= route.segments.length) {
            bySize.add(new ArrayList<>());
        }
        bySize.get(route.segments.length).add(route);
    }

    /** Whether there is an endpoint at this path, for whichever method. */
    boolean matches(PathContainer path) {
        for (Route route : candidates(path)) {
            if (matches(route.segments, path.elements())) {
                return true;
            }
        }
        return false;
    }

    /** The methods that the endpoints at this path have. */
    Set<HttpMethod> methodsAt(PathContainer path) {
        Set<HttpMethod> methods = new LinkedHashSet<>();
        for (Route route : candidates(path)) {
            if (matches(route.segments, path.elements())) {
                methods.add(route.method);
                if (route.method == HttpMethod.GET) {
                    methods.add(HttpMethod.HEAD);
                }
            }
        }
        return methods;
    }

    /**
     * The endpoint at this path; null when the gateway has no endpoint at the path.
     *
     * @throws ProblemException when the path has percent-encoding where the endpoint's has a literal
     */
    @Nullable
    Match find(PathContainer path, HttpMethod method) {
        List<Route> atPath = null;
        for (Route route : candidates(path)) {
            if (!matches(route.segments, path.elements())) {
                continue;
            }
            if (path.value().indexOf('%') >= 0) {
                requireLiterals(route, path.elements(), method);
            }
            if (route.allows(method)) {
                return new Match(
                        route.endpoint, rawValues(route, path.elements()), route.meters, route.workload, route.name);
            }
            atPath = atPath == null ? new ArrayList<>() : atPath;
            atPath.add(route);
        }
        return atPath == null ? null : otherMethod(atPath);
    }

    private static Match otherMethod(List<Route> atPath) {
        Route first = atPath.get(0);
        List<HttpMethod> methods = atPath.stream().map(Route::method).toList();
        Endpoint other = new OtherMethod(first.endpoint.path(), methods);
        return new Match(other, new String[0], first.meters, first.workload, first.name);
    }

    private List<Route> candidates(PathContainer path) {
        int size = path.elements().size() / 2;
        return path.elements().size() % 2 != 0 || size >= bySize.size() ? List.of() : bySize.get(size);
    }

    private static boolean matches(Segment[] segments, List<PathContainer.Element> elements) {
        for (int i = 0; i < segments.length; i++) {
            // A path is a separator and a segment in turns, unless a separator is doubled.
            if (elements.get(2 * i) instanceof PathSegment
                    || !(elements.get(2 * i + 1) instanceof PathSegment actual)
                    || !(segments[i].variable() || segments[i].text().equals(actual.valueToMatch()))) {
                return false;
            }
        }
        return true;
    }

    private static void requireLiterals(Route route, List<PathContainer.Element> elements, HttpMethod method) {
        Segment[] segments = route.segments;
        for (int i = 0; i < segments.length; i++) {
            if (!segments[i].variable()
                    && !segments[i].text().equals(elements.get(2 * i + 1).value())) {
                route.meters.record(method, ProblemType.INVALID_REQUEST.status().value(), 0);
                throw ProblemException.of(
                        ProblemType.INVALID_REQUEST,
                        "The path must have '" + segments[i].text() + "' without percent-encoding.");
            }
        }
    }

    private static String[] rawValues(Route route, List<PathContainer.Element> elements) {
        Segment[] segments = route.segments();
        String[] values = new String[route.variables()];
        int found = 0;
        for (int i = 0; i < segments.length; i++) {
            if (segments[i].variable()) {
                values[found++] = ((PathSegment) elements.get(2 * i + 1)).valueToMatch();
            }
        }
        return values;
    }
}
