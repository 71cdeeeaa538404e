package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Separates the requests of clients from those that another request or call caused. A named parent is not enough: the parent may be a span
 * of a client that sends its telemetry elsewhere, or to no place at all. A request counts as a client's until its parent arrives. The
 * parent often arrives later, because it ends after its children. Belongs to a {@link Timeline} and is used under its lock.
 */
final class ClientRequests {
    /** More than the spans of a laptop under load in one interval of an exporter. */
    private static final int MAX_SPANS = 50_000;

    private static final int MAX_ORPHANS = 10_000;

    private record Orphan(TelemetryItem.Span request, Slice slice) {}

    private final Set<String> heardOf = new LinkedHashSet<>();
    private final Map<String, List<Orphan>> orphansByParent = new LinkedHashMap<>();
    private int orphans;

    void add(TelemetryItem.Span span, Slice slice) {
        hear(span.id());
        if (span instanceof TelemetryItem.Request) {
            place(span, slice);
        }
    }

    private void hear(String id) {
        List<Orphan> children = orphansByParent.remove(id);
        if (children != null) {
            orphans -= children.size();
            children.forEach(child -> child.slice.removeOrphan(child.request));
        }
        if (heardOf.add(id) && heardOf.size() > MAX_SPANS) {
            removeFirst(heardOf.iterator());
        }
    }

    private void place(TelemetryItem.Span request, Slice slice) {
        String parent = request.context().parentId();
        if (parent.isEmpty()) {
            slice.addOfClient(request);
        } else if (!heardOf.contains(parent)) {
            slice.addOrphan(request);
            orphansByParent.computeIfAbsent(parent, any -> new ArrayList<>(1)).add(new Orphan(request, slice));
            orphans++;
            if (orphans > MAX_ORPHANS) {
                keepOldest();
            }
        }
    }

    /** Keeps the request that has waited longest for its parent as a client's. */
    private void keepOldest() {
        List<Orphan> oldest = orphansByParent.values().iterator().next();
        orphans -= oldest.size();
        oldest.forEach(orphan -> orphan.slice.keepOrphan(orphan.request));
        removeFirst(orphansByParent.keySet().iterator());
    }

    private static void removeFirst(Iterator<String> iterator) {
        iterator.next();
        iterator.remove();
    }

    void clear() {
        heardOf.clear();
        orphansByParent.clear();
        orphans = 0;
    }
}
