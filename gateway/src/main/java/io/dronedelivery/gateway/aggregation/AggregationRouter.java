package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.PathTemplate.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * Finds the aggregation for a path. Where a literal and a variable both match, the literal wins, from left to right; paths that
 * nothing tells apart are refused at start.
 */
public final class AggregationRouter {

    /** The routes by the number of their segments. */
    private final List<List<Route>> bySize = new ArrayList<>();

    private record Route(AggregationEndpoint endpoint, Segment[] segments, int variables) {}

    /**
     * An aggregation that is called.
     *
     * @param rawValues the decoded values of the path's variables, in the path's order
     */
    record Match(AggregationEndpoint endpoint, String[] rawValues) {}

    AggregationRouter(List<AggregationEndpoint> endpoints) {
        endpoints.stream()
                .sorted(Comparator.comparing(
                        endpoint -> precedence(endpoint.aggregation().path())))
                .forEach(this::add);
    }

    private static String precedence(PathTemplate path) {
        StringBuilder order = new StringBuilder();
        path.segments().forEach(segment -> order.append(segment.variable() ? '1' : '0'));
        return order.toString();
    }

    private void add(AggregationEndpoint endpoint) {
        PathTemplate path = endpoint.aggregation().path();
        List<Segment> segments = path.segments();
        while (bySize.size() <= segments.size()) {
            bySize.add(new ArrayList<>());
        }
        bySize.get(segments.size())
                .add(new Route(
                        endpoint,
                        segments.toArray(Segment[]::new),
                        path.variables().size()));
    }

    /** Whether there is an aggregation at this path. */
    public boolean matches(PathContainer path) {
        return find(path) != null;
    }

    @Nullable
    Match find(PathContainer path) {
        List<PathContainer.Element> elements = path.elements();
        int size = elements.size() / 2;
        if (elements.size() % 2 != 0 || size >= bySize.size()) {
            return null;
        }
        for (Route route : bySize.get(size)) {
            if (matches(route, elements)) {
                return new Match(route.endpoint(), rawValues(route, elements));
            }
        }
        return null;
    }

    private static boolean matches(Route route, List<PathContainer.Element> elements) {
        Segment[] segments = route.segments();
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

    private static String[] rawValues(Route route, List<PathContainer.Element> elements) {
        Segment[] segments = route.segments();
        String[] values =
                new String[route.endpoint().aggregation().path().variables().size()];
        int found = 0;
        for (int i = 0; i < segments.length; i++) {
            if (segments[i].variable()) {
                values[found++] = ((PathSegment) elements.get(2 * i + 1)).valueToMatch();
            }
        }
        return values;
    }
}
