package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Random plans, with failures at any place, against a model that makes one call after another: the same body, the same entries in {@code
 * unavailable}, and the same calls.
 */
class PartGraphPropertyTest {

    private static final int PLANS = 120;
    private static final int TRIES = 10;
    private static final int REQUESTS = Integer.getInteger("part-plans", 1_000);
    private static final int AT_A_TIME = 16;

    /** What a backend does with a part. */
    private static final List<String> DOINGS =
            List.of("ok", "ok", "ok", "off", "partly", "fails", "no-value", "structured", "null");

    private static final List<List<Slot>> ALL = plans(new Random(44));
    /** The different requests for each part. One whose connection was cut while it was written is sent again, which is no second call. */
    private static final Map<String, Set<String>> CALLS = new ConcurrentHashMap<>();

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final NoBufferLeaks LEAKS = new NoBufferLeaks();
    private static @Nullable DisposableServer backend;
    private static @Nullable TestGateway gateway;

    /**
     * A part of a plan.
     *
     * @param value the part whose value is written into its query, -1 for none
     * @param when the part whose status must be on, -1 for none
     * @param each the part for the elements of whose list it is called, -1 for none
     */
    private record Slot(boolean required, int value, int when, int each) {

        List<Integer> needs() {
            return IntStream.of(value, when, each)
                    .filter(part -> part >= 0)
                    .distinct()
                    .boxed()
                    .toList();
        }
    }

    /** One request. */
    private record Trial(int plan, List<String> doings, int number) {

        String path() {
            return "/plan" + plan + "/" + number + "/" + String.join("/", doings);
        }
    }

    /** What becomes of a part in the model: a body, an entry in unavailable, or neither. */
    private record Outcome(@Nullable String body, @Nullable String entry, List<String> more) {

        boolean failed() {
            return body == null && entry != null;
        }

        boolean skipped() {
            return body == null && entry == null;
        }
    }

    private static List<List<Slot>> plans(Random random) {
        List<List<Slot>> plans = new ArrayList<>();
        for (int plan = 0; plan < PLANS; plan++) {
            int size = 2 + random.nextInt(4);
            List<Slot> slots = new ArrayList<>();
            for (int part = 0; part < size; part++) {
                Slot slot = new Slot(
                        random.nextInt(4) == 0,
                        part > 0 && random.nextInt(2) == 0 ? random.nextInt(part) : -1,
                        part > 0 && random.nextInt(4) == 0 ? random.nextInt(part) : -1,
                        part > 0 && random.nextInt(4) == 0 ? random.nextInt(part) : -1);
                boolean mayBeRequired = slot.needs().stream()
                        .allMatch(needed -> slots.get(needed).required());
                slots.add(new Slot(slot.required() && mayBeRequired, slot.value(), slot.when(), slot.each()));
            }
            plans.add(slots);
        }
        return plans;
    }

    private static String settings(int plan) {
        List<Slot> slots = ALL.get(plan);
        String variables =
                IntStream.range(0, slots.size()).mapToObj(i -> "/{d" + i + "}").collect(Collectors.joining());
        String parts = IntStream.range(0, slots.size())
                .mapToObj(i -> "\"p" + i + "\":" + settings(i, slots.get(i)))
                .collect(Collectors.joining(","));
        return "\"plan" + plan + "\":{\"path\":\"/plan" + plan + "/{number}" + variables
                + "\",\"min-parts\":0,\"parts\":{" + parts + "}}";
    }

    private static String settings(int part, Slot slot) {
        String path = "/" + (slot.each() < 0 ? "one" : "{e}") + "/{d" + part + "}?number={number}&part=" + part
                + (slot.value() < 0 ? "" : "&value={p" + slot.value() + ".v}");
        return "{\"backend\":\"it\",\"path\":\"" + path + "\",\"required\":" + slot.required()
                + (slot.when() < 0 ? "" : ",\"when\":[{\"value\":\"p" + slot.when() + ".s\",\"is\":\"on\"}]")
                + (slot.each() < 0
                        ? ""
                        : ",\"each\":{\"variable\":\"e\",\"in\":\"p" + slot.each() + ".l[*]\",\"max\":2}")
                + "}";
    }

    @BeforeContainer
    static void start() {
        LEAKS.begin();
        backend = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(PartGraphPropertyTest::answer)
                .bindNow();
        gateway = TestGateway.start(
                "gateway.limits.adaptive=false",
                "gateway.backends.it.base-url=http://127.0.0.1:" + backend.port(),
                "gateway.backends.it.circuit-breaker.enabled=false",
                "gateway.backends.it.bulkhead.max-concurrent-calls=1000",
                "gateway.backends.it.pool.max-connections=1000",
                "spring.application.json={\"gateway\":{\"aggregations\":{"
                        + IntStream.range(0, PLANS)
                                .mapToObj(PartGraphPropertyTest::settings)
                                .collect(Collectors.joining(","))
                        + "}}}");
    }

    @AfterContainer
    static void stop() throws IOException {
        if (gateway != null && backend != null) {
            gateway.close();
            backend.disposeNow();
        }
        assertThat(LEAKS.end()).isEmpty();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        QueryStringDecoder query = new QueryStringDecoder(request.uri());
        String[] path = query.path().split("/");
        CALLS.computeIfAbsent(
                        key(
                                query.parameters().get("number").get(0),
                                query.parameters().get("part").get(0)),
                        key -> ConcurrentHashMap.newKeySet())
                .add(request.uri());
        String json = json(path[1], path[2]);
        if (json == null) {
            return response.status(path[2].equals("null") ? 204 : 500).send();
        }
        return response.header(HttpHeaderNames.CONTENT_TYPE, "application/json").sendString(Mono.just(json));
    }

    private static String key(Object number, Object part) {
        return number + " " + part;
    }

    /** The body of a part, null when there is none. */
    private static @Nullable String json(String element, String doing) {
        return switch (doing) {
            case "ok" -> "{\"v\":\"x y\",\"l\":[\"a\",\"b\",\"a\",null],\"s\":\"on\"}";
            case "off" -> "{\"v\":7,\"l\":[],\"s\":\"off\"}";
            case "partly" -> element.equals("b") ? null : "{\"v\":true,\"l\":[1,2,3],\"s\":\"on\"}";
            case "no-value" -> "{\"s\":\"on\"}";
            case "structured" -> "{\"v\":{},\"l\":[{}],\"s\":[\"on\"]}";
            default -> null;
        };
    }

    @Property(tries = TRIES, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void a_plan_does_what_one_call_after_another_would(@ForAll("trials") List<Trial> trials) {
        List<Trial> numbered = new ArrayList<>();
        for (Trial trial : trials) {
            numbered.add(new Trial(trial.plan(), trial.doings(), NUMBERS.incrementAndGet()));
        }
        TestGateway asked = Objects.requireNonNull(gateway);
        List<Response> answers = Flux.fromIterable(numbered)
                .flatMapSequential(trial -> Mono.fromFuture(() -> asked.getLater(trial.path())), AT_A_TIME)
                .collectList()
                .block();
        for (int i = 0; i < numbered.size(); i++) {
            assertAsModelled(numbered.get(i), answers.get(i));
        }
    }

    private static void assertAsModelled(Trial trial, Response answer) {
        List<Slot> slots = ALL.get(trial.plan());
        Map<Integer, Integer> calls = new LinkedHashMap<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (int part = 0; part < slots.size(); part++) {
            outcomes.add(outcome(trial, part, slots.get(part), outcomes, calls));
        }
        String what = trial.path() + " of " + slots + ": " + answer.body();
        List<Integer> fatal = IntStream.range(0, slots.size())
                .filter(part -> slots.get(part).required() && outcomes.get(part).failed())
                .boxed()
                .toList();
        if (!fatal.isEmpty()) {
            assertThat(answer.header("X-Aggregate-Completed")).as(what).isEqualTo("false");
            assertThat(fatal.stream().map(part -> "p" + part).toList())
                    .as(what)
                    .contains(answer.json().path("part").asString());
            return;
        }
        List<String> members = new ArrayList<>();
        List<String> unavailable = new ArrayList<>();
        List<String> elements = new ArrayList<>();
        for (int part = 0; part < slots.size(); part++) {
            Outcome outcome = outcomes.get(part);
            if (outcome.body() != null) {
                members.add("\"p" + part + "\":" + outcome.body());
            } else if (outcome.entry() != null) {
                unavailable.add(outcome.entry());
            }
            elements.addAll(outcome.more());
        }
        unavailable.addAll(elements);
        if (!unavailable.isEmpty()) {
            members.add("\"unavailable\":[" + String.join(",", unavailable) + "]");
        }
        assertThat(answer.status()).as(what).isEqualTo(200);
        assertThat(answer.body()).as(what).isEqualTo("{" + String.join(",", members) + "}");
        assertThat(answer.header("X-Aggregate-Completed")).as(what).isEqualTo(unavailable.isEmpty() ? "true" : "false");
        for (int part = 0; part < slots.size(); part++) {
            assertThat(CALLS.getOrDefault(key(trial.number(), part), Set.of()))
                    .as("calls for p%s in %s", part, what)
                    .hasSize(calls.getOrDefault(part, 0));
        }
    }

    private static Outcome outcome(
            Trial trial, int part, Slot slot, List<Outcome> before, Map<Integer, Integer> calls) {
        // In the order in which the settings have them: path, conditions, list.
        for (int needed : slot.needs()) {
            if (before.get(needed).skipped()) {
                return new Outcome(null, null, List.of());
            }
        }
        for (int needed : slot.needs()) {
            if (before.get(needed).failed()) {
                return unusable(part, "p" + needed);
            }
        }
        if (slot.when() >= 0 && !has(before.get(slot.when()), "\"s\":\"on\"")) {
            return new Outcome(null, null, List.of());
        }
        if (slot.value() >= 0 && !hasValue(before.get(slot.value()))) {
            return unusable(part, "p" + slot.value() + ".v");
        }
        String doing = trial.doings().get(part);
        if (slot.each() < 0) {
            calls.put(part, 1);
            return one(part, slot, doing, json("one", doing));
        }
        String list = "p" + slot.each() + ".l[*]";
        Outcome source = before.get(slot.each());
        if (has(source, "[{}]") || has(source, "[1,2,3]")) {
            return unusable(part, list);
        }
        List<String> elements = has(source, "\"l\":[\"a\"") ? List.of("a", "b") : List.of();
        if (!elements.isEmpty()) {
            calls.put(part, elements.size());
        }
        List<String> bodies = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (String element : elements) {
            Outcome one = one(part, slot, doing, json(element, doing));
            bodies.add(one.body() == null ? "null" : one.body());
            if (one.entry() != null) {
                failed.add(one.entry().replaceFirst("}$", ",\"element\":\"" + element + "\"}"));
            }
        }
        return new Outcome("[" + String.join(",", bodies) + "]", null, failed);
    }

    private static Outcome one(int part, Slot slot, String doing, @Nullable String json) {
        if (json != null) {
            return new Outcome(json, null, List.of());
        }
        if (!doing.equals("null")) {
            return new Outcome(null, entry(part, ProblemType.BACKEND_FAILED, ""), List.of());
        }
        return slot.required()
                ? new Outcome(null, entry(part, ProblemType.NOT_FOUND, ""), List.of())
                : new Outcome("null", null, List.of());
    }

    /** The answers of parts that are lists are arrays, where the members are not. */
    private static boolean has(Outcome outcome, String text) {
        return outcome.body() != null
                && outcome.body().startsWith("{")
                && outcome.body().contains(text);
    }

    private static boolean hasValue(Outcome outcome) {
        return has(outcome, "\"v\":\"") || has(outcome, "\"v\":7") || has(outcome, "\"v\":true");
    }

    private static Outcome unusable(int part, String needs) {
        return new Outcome(null, entry(part, ProblemType.UNUSABLE_VALUE, ",\"needs\":\"" + needs + "\""), List.of());
    }

    private static String entry(int part, ProblemType type, String more) {
        return "{\"part\":\"p%d\",\"type\":\"%s\",\"title\":\"%s\",\"status\":%d%s}"
                .formatted(part, type.uri(), type.title(), type.status().value(), more);
    }

    @Provide
    Arbitrary<List<Trial>> trials() {
        return Arbitraries.integers()
                .between(0, PLANS - 1)
                .flatMap(plan -> Arbitraries.of(DOINGS)
                        .list()
                        .ofSize(ALL.get(plan).size())
                        .map(doings -> new Trial(plan, doings, 0)))
                .list()
                .ofSize(REQUESTS / TRIES);
    }
}
