package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.PathTemplate.Segment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths on the gateway's port that endpoints must not take, with everything below them. */
public final class ReservedPaths {

    private final List<List<String>> reserved;

    private ReservedPaths(List<List<String>> reserved) {
        this.reserved = reserved;
    }

    /** @param paths such as {@code /actuator}; an empty one and the root reserve nothing */
    public static ReservedPaths of(List<String> paths) {
        return new ReservedPaths(paths.stream()
                .map(path -> Arrays.stream(path.split("/"))
                        .filter(segment -> !segment.isEmpty())
                        .toList())
                .filter(segments -> !segments.isEmpty())
                .toList());
    }

    /** A reserved path that this template would match, too; null when there is none. */
    @Nullable
    String takenBy(PathTemplate path) {
        for (List<String> segments : reserved) {
            if (couldBeBelow(path.segments(), segments)) {
                return "/" + String.join("/", segments);
            }
        }
        return null;
    }

    private static boolean couldBeBelow(List<Segment> path, List<String> reserved) {
        if (path.size() < reserved.size()) {
            return false;
        }
        for (int i = 0; i < reserved.size(); i++) {
            Segment segment = path.get(i);
            if (!segment.variable() && !segment.text().equals(reserved.get(i))) {
                return false;
            }
        }
        return true;
    }
}
