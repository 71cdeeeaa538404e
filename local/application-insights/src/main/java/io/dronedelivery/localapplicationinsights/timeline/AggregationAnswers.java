package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Joins the requests of aggregations with the calls for their parts. A request is one of an aggregation when a call for a part has its id
 * as the parent, or when an earlier request of its name was one. Calls arrive before their request in most cases, because they end
 * earlier. Belongs to a {@link Timeline} and is used under its lock.
 */
final class AggregationAnswers {
    /** More than the requests of a laptop under load between two reports of an exporter. */
    private static final int MAX_ANSWERS = 20_000;

    private static final Pattern LINKED_SPAN = Pattern.compile("\"id\"\\s*:\\s*\"([0-9a-f]+)\"");

    private final Map<String, JoinedAnswer> answers = new LinkedHashMap<>();
    private final Set<SpanKey> aggregations = new HashSet<>();

    /** A request and the calls that arrived before it. */
    private static final class JoinedAnswer {
        private final List<TelemetryItem.Dependency> waiting = new ArrayList<>(4);
        private TelemetryItem.@Nullable Request request;
        private @Nullable AnswerFigures figures;
        private boolean degraded;

        void arrived(TelemetryItem.Request request, AnswerFigures figures) {
            this.request = request;
            this.figures = figures;
            figures.addRequest(request);
            if (degraded) {
                figures.markDegraded(request);
            }
            waiting.forEach(figures::addPart);
            waiting.clear();
        }

        void add(TelemetryItem.Dependency call) {
            if (!call.success()) {
                degrade();
            }
            if (figures == null) {
                waiting.add(call);
            } else {
                figures.addPart(call);
            }
        }

        void degrade() {
            if (!degraded && figures != null && request != null) {
                figures.markDegraded(request);
            }
            degraded = true;
        }
    }

    void add(TelemetryItem.Span span, SpanKey key, Slice slice) {
        if (span instanceof TelemetryItem.Request request) {
            JoinedAnswer known = answers.get(request.id());
            if (known != null || aggregations.contains(key)) {
                aggregations.add(key);
                JoinedAnswer answer = known == null ? answer(request.id()) : known;
                if (sharesDegraded(request)) {
                    answer.degrade();
                }
                answer.arrived(request, slice.answers(key));
            }
        } else if (span instanceof TelemetryItem.Dependency call
                && !call.context().dimension(GatewayNames.PART).isEmpty()) {
            answer(call.context().parentId()).add(call);
        }
    }

    /** Whether the request shared the calls of another one that lacks a part. */
    private boolean sharesDegraded(TelemetryItem.Request request) {
        Matcher link = LINKED_SPAN.matcher(request.context().dimension(GatewayNames.LINKS));
        if (request.context().dimension(GatewayNames.COALESCED).isEmpty() || !link.find()) {
            return false;
        }
        JoinedAnswer other = answers.get(link.group(1));
        return other != null && other.degraded;
    }

    private JoinedAnswer answer(String requestId) {
        JoinedAnswer answer = answers.computeIfAbsent(requestId, any -> new JoinedAnswer());
        if (answers.size() > MAX_ANSWERS) {
            answers.remove(answers.keySet().iterator().next());
        }
        return answer;
    }

    void clear() {
        answers.clear();
        aggregations.clear();
    }
}
