package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.ExpectedAnswer;
import io.dronedelivery.gateway.backend.call.Hedge;
import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.cache.CacheRule;
import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.settings.GatewayProperties.Defaults;
import io.dronedelivery.gateway.settings.HedgeProperties;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.Target;
import io.dronedelivery.gateway.template.TextTemplate;
import io.dronedelivery.gateway.template.Variable;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponseException;
import reactor.core.publisher.Mono;

/** What is the same for every request of an aggregation, computed once. */
final class Plan {

    private final @Nullable PartGraph graph;
    private final PassedHeaders passedHeaders;
    private final List<PlannedPart> parts = new ArrayList<>();
    private final List<@Nullable PlannedPart> elsewhere = new ArrayList<>();
    private final List<@Nullable Coalescer<PartCall>> coalescers = new ArrayList<>();
    private final boolean keepsAnswers;
    private final boolean mayDoWithoutCalls;
    private final List<PlaceGroup> groups;
    /** Those without whose calls no run succeeds. */
    private final List<PlaceGroup> indispensable;

    private final List<PlaceGroup> alone;
    private final List<Need> needs;
    private final Duration leastTime;
    private final int minParts;
    private final long deadlineNanos;
    private final AggregationMeters meters;
    private final ServerTiming timing;

    /**
     * @param index the place in the body and in all arrays
     * @param target writes the URI
     * @param expected which answers are accepted
     * @param workload what its calls count as at the backend's limit
     * @param description for the spans of its calls
     * @param headerNames the headers passed on
     * @param headerPlaces their places in {@link AggregateRequest#forwarded()}
     * @param headers that the settings give it, null when there are none
     * @param cache where its answers are kept, null when they are not
     * @param sticky finds the value whose calls are sent to the same instance, null when there is none
     * @param hedge when its calls are sent a second time, null when only failed ones are
     */
    record PlannedPart(
            int index,
            Part part,
            Target target,
            ExpectedAnswer expected,
            Workload workload,
            CallDescription description,
            AsciiString[] headerNames,
            int[] headerPlaces,
            @Nullable PartHeaders headers,
            @Nullable PartCache cache,
            @Nullable StickyValue sticky,
            @Nullable Hedge hedge) {

        /** Whether it may have an answer without a call of its own. */
        boolean mayDoWithoutCall() {
            return cache != null || part.options().coalesce();
        }
    }

    /**
     * Parts that get their places at a backend together: the required ones of one backend, or an optional one.
     *
     * @param workload what they ask for places as
     * @param ofIncomplete the same when the answer will lack another part
     */
    record PlaceGroup(Backend backend, Workload workload, Workload ofIncomplete, List<PlannedPart> parts) {

        static PlaceGroup of(List<PlannedPart> parts) {
            Backend backend = parts.get(0).part().backend();
            Workload workload = parts.get(0).workload();
            backend.needs(parts.size());
            return new PlaceGroup(backend, workload, workload.ofIncomplete(), parts);
        }

        boolean required() {
            return parts.get(0).part().required();
        }

        PlannedPart first() {
            return parts.get(0);
        }
    }

    /** What the optional parts of an answer need at one backend. */
    private record Need(Backend backend, Workload workload, int calls) {}

    /** @param answers where parts keep their answers */
    Plan(Aggregation aggregation, AggregationMeters meters, Defaults defaults, AnswerCache answers) {
        this.leastTime = defaults.leastTime();
        this.graph = PartGraph.of(aggregation);
        this.minParts = aggregation.minParts();
        this.meters = meters;
        this.timing = new ServerTiming(aggregation.parts());
        this.passedHeaders = new PassedHeaders(aggregation.parts().stream()
                .flatMap(part -> Stream.concat(part.requestHeaders().stream(), StickyValue.headers(part)))
                .toList());
        for (Part part : aggregation.parts()) {
            List<Variable> names = graph == null ? aggregation.variables() : graph.names(parts.size());
            Part other = part.elsewhere();
            elsewhere.add(other == null ? null : planned(other, parts.size(), aggregation, names, null));
            parts.add(planned(part, parts.size(), aggregation, names, answers));
        }
        for (PlannedPart part : parts) {
            String name = part.part().name();
            coalescers.add(
                    part.part().options().coalesce()
                            ? Coalescer.of(part, meters.sharedCalls(name), defaults.coalesceMaxCallers())
                            : null);
        }
        this.keepsAnswers = parts.stream()
                .anyMatch(part -> part.cache() != null && part.cache().rule().usesFresh());
        this.mayDoWithoutCalls = parts.stream().anyMatch(PlannedPart::mayDoWithoutCall);
        List<PlannedPart> first = parts.stream()
                .filter(part -> graph == null || graph.beginsAtOnce(part.index()))
                .toList();
        this.groups = groups(first);
        this.indispensable = groups.stream()
                .filter(group -> group.required() && group.parts().stream().noneMatch(PlannedPart::mayDoWithoutCall))
                .toList();
        this.alone = graph == null
                ? List.of()
                : parts.stream().map(part -> PlaceGroup.of(List.of(part))).toList();
        this.needs = needs(first);
        this.deadlineNanos = aggregation.deadline().toNanos();
    }

    private PlannedPart planned(
            Part part, int index, Aggregation aggregation, List<Variable> names, @Nullable AnswerCache answers) {
        int[] places = passedHeaders.placesOf(part.requestHeaders());
        AsciiString[] passed = new AsciiString[places.length];
        for (int i = 0; i < places.length; i++) {
            passed[i] = passedHeaders.names().get(places[i]);
        }
        Map<String, TextTemplate> headers = part.options().headers();
        CacheRule rule = part.options().cache();
        HedgeProperties hedge = part.options().hedge();
        return new PlannedPart(
                index,
                part,
                part.target().compile(part.backend().pathPrefix(), names),
                part.backend().json(part.accepted()),
                part.backend().workload(aggregation.priority()),
                description(part),
                passed,
                places,
                headers.isEmpty() ? null : new PartHeaders(headers, names),
                rule == null || answers == null
                        ? null
                        : new PartCache(
                                answers, rule, aggregation.name(), part, passed, places, meters.cacheUses(part.name())),
                StickyValue.of(part.backend().sticky(), names, passedHeaders),
                hedge == null ? null : new Hedge(hedge));
    }

    /** Those of required parts are first. Where a backend never takes as many calls, they are split. */
    private static List<PlaceGroup> groups(List<PlannedPart> parts) {
        Map<Backend, List<PlannedPart>> required = new LinkedHashMap<>();
        List<PlaceGroup> optional = new ArrayList<>();
        for (PlannedPart planned : parts) {
            if (planned.part().required()) {
                required.computeIfAbsent(planned.part().backend(), backend -> new ArrayList<>())
                        .add(planned);
            } else {
                optional.add(PlaceGroup.of(List.of(planned)));
            }
        }
        List<PlaceGroup> all = new ArrayList<>();
        required.forEach((backend, group) -> {
            for (int from = 0; from >= 0 && from < group.size(); from += backend.maxCalls()) {
                all.add(PlaceGroup.of(List.copyOf(
                        group.subList(from, (int) Math.min(group.size(), (long) from + backend.maxCalls())))));
            }
        });
        all.addAll(optional);
        return List.copyOf(all);
    }

    private static List<Need> needs(List<PlannedPart> parts) {
        Map<Backend, Need> needs = new LinkedHashMap<>();
        for (PlannedPart planned : parts) {
            if (!planned.part().required() && !planned.mayDoWithoutCall()) {
                Backend backend = planned.part().backend();
                needs.merge(
                        backend,
                        new Need(backend, planned.workload(), 1),
                        (some, more) -> new Need(backend, some.workload(), some.calls() + more.calls()));
            }
        }
        return List.copyOf(needs.values());
    }

    private static CallDescription description(Part part) {
        return part.backend()
                .describeCall("GET", part.target(), part.name(), part.whenNotFound() == WhenAbsent.AS_NULL);
    }

    /** Makes the calls of a request, as {@link FanOut} or, where parts need values of others, as {@link GraphFetch} does it. */
    Mono<Aggregate> fetch(AggregateRequest request) {
        return graph == null ? new FanOut(this, request) : new GraphFetch(this, graph, request);
    }

    /**
     * Why no run can succeed now, null when one may; recorded like a run that failed because of it.
     *
     * @param caller who asks, as the limits compare callers
     */
    @Nullable
    ErrorResponseException refusal(Object caller) {
        for (PlaceGroup group : indispensable) {
            Busy busy = group.backend()
                    .refusesAtOnce(group.workload(), group.parts().size(), caller, deadlineNanos);
            if (busy != null) {
                meters.recordPart(group.first().index(), AggregationOutcome.BUSY, 0);
                meters.recordWhole(AggregationOutcome.BUSY, 0);
                return failed(group.first().part(), busy, false);
            }
        }
        return null;
    }

    /**
     * Whether all optional parts of an answer find room, at once or after a wait. Where one does not, the answer will lack it, and the others
     * leave room to answers that can be whole: otherwise each answer has some parts under an overload, and hardly any has all.
     *
     * @param caller who asks, as the limits compare callers
     * @param left the time for the whole, in nanoseconds
     */
    boolean canBeWhole(Object caller, long left) {
        for (Need need : needs) {
            if (!need.backend().hasRoom(need.workload(), need.calls(), caller, left)) {
                return false;
            }
        }
        return true;
    }

    static ErrorResponseException failed(Part part, BackendFailure failure, boolean outOfCallersTime) {
        ErrorResponseException problem = PartProblem.of(part, failure, outOfCallersTime);
        problem.getHeaders().set(AggregationEndpoint.COMPLETED_HEADER, "false");
        return problem;
    }

    PassedHeaders passedHeaders() {
        return passedHeaders;
    }

    /** The groups of the parts that begin with the request. */
    List<PlaceGroup> groups() {
        return groups;
    }

    PlaceGroup groupOf(int part) {
        return alone.get(part);
    }

    /** A part from the backend of its fallback, null when it has none. */
    @Nullable
    PlannedPart elsewhere(int part) {
        return elsewhere.get(part);
    }

    /** Whether answers of a part are kept and used again. */
    boolean keepsAnswers() {
        return keepsAnswers;
    }

    /** Whether a part may have its answer without a call of its own. */
    boolean mayDoWithoutCalls() {
        return mayDoWithoutCalls;
    }

    /** Which identical calls of a part are one; null when each is made. */
    @Nullable
    Coalescer<PartCall> coalescer(PlannedPart part) {
        return parts.get(part.index()) == part ? coalescers.get(part.index()) : null;
    }

    /** No part is called for less. */
    Duration leastTime() {
        return leastTime;
    }

    List<PlannedPart> parts() {
        return parts;
    }

    /** How many parts have to be there at least. */
    int minParts() {
        return minParts;
    }

    AggregationMeters meters() {
        return meters;
    }

    ServerTiming timing() {
        return timing;
    }
}
