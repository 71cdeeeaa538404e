package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.gateway.testing.WireBackend.Script;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Whatever becomes of the calls to the backends, an answer says whether it is whole and what is missing, and comes in one piece. Each
 * combination is a request over sockets, so a build tries 1,000; {@code -Dpart-outcomes=10000} tries more of them.
 */
class PartOutcomesPropertyTest {

    private static final int COMBINATIONS = Integer.getInteger("part-outcomes", 1_000);
    private static final int TRIES = 10;
    private static final int AT_A_TIME = 64;

    private static final String HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\n";
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String TORN =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":";

    /** Those of which every combination of up to three is an aggregation. They have time enough on any machine. */
    private static final List<Slot> PROMPT = List.of(new Slot(true, false), new Slot(false, false));

    /** Their backend is never in time, and they come first: what is told of them is not told in the order in which parts end. */
    private static final List<Slot> LATE = List.of(new Slot(true, true), new Slot(false, true));

    private static final List<List<Slot>> AGGREGATIONS = aggregations();

    private static final List<Doing> GOOD = List.of(
            good("object", "{\"a\" : [1,2.50,\"\\u00e9\"]}"),
            good("null", "null"),
            good("large", '"' + "x".repeat(20_000) + '"'),
            new Doing(
                    "chunks",
                    wire -> wire.write(CHUNKED).write("5\r\n[1,2,\r\n").write("2\r\n3]\r\n0\r\n\r\n"),
                    "[1,2,3]",
                    null),
            new Doing("hints-first", wire -> wire.write(HINTS).write(json("[]")), "[]", null));

    private static final List<Doing> BAD = List.of(
            bad("404", ProblemType.NOT_FOUND, status("404 Not Found")),
            bad("400", ProblemType.INVALID_REQUEST, status("400 Bad Request")),
            new Doing("410", wire -> wire.write(status("410 Gone")), null, new Missing("about:blank", "Gone", 410)),
            bad("429", ProblemType.BACKEND_BUSY, status("429 Too Many Requests")),
            bad("500", ProblemType.BACKEND_FAILED, status("500 Internal Server Error")),
            bad("503", ProblemType.BACKEND_FAILED, status("503 Service Unavailable")),
            bad("503-later", ProblemType.BACKEND_BUSY, status("503 Service Unavailable\r\nRetry-After: 1")),
            bad("504", ProblemType.BACKEND_TIMEOUT, status("504 Gateway Timeout")),
            bad("302", ProblemType.BACKEND_FAILED, status("302 Found\r\nLocation: /object")),
            bad("hints-then-500", ProblemType.BACKEND_FAILED, HINTS + status("500 Internal Server Error")),
            bad("html", ProblemType.BACKEND_FAILED, json("<html>")),
            bad("two-values", ProblemType.BACKEND_FAILED, json("{} {}")),
            bad("half-a-value", ProblemType.BACKEND_FAILED, json("{\"a\":[1,")),
            bad("not-utf-8", ProblemType.BACKEND_FAILED, json("\"\u00e4\"")),
            bad("blank", ProblemType.BACKEND_FAILED, json(" ")),
            bad("text", ProblemType.BACKEND_FAILED, json("{}").replace("application/json", "text/plain")),
            bad(
                    "too-large",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write(TORN.replace(": 100", ": 100000000")).drain()),
            bad(
                    "no-http",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write("xyz\r\n\r\n").drain()),
            bad("closed", ProblemType.BACKEND_FAILED, WireBackend.Wire::close),
            bad("reset", ProblemType.BACKEND_FAILED, WireBackend.Wire::reset),
            bad(
                    "closed-in-body",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write(TORN).close()),
            bad(
                    "reset-in-body",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write(TORN).reset()),
            bad(
                    "closed-in-chunks",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write(CHUNKED + "5\r\n[1,2,\r\n").close()),
            bad(
                    "closed-behind-a-value",
                    ProblemType.BACKEND_FAILED,
                    wire -> wire.write(CHUNKED + "5\r\n[1,2]\r\n").close()));

    /** An optional part is then null, which is its default; a required one is not found. */
    private static final List<Doing> NOTHING = List.of(
            bad("204", ProblemType.NOT_FOUND, "HTTP/1.1 204 No Content\r\n\r\n"),
            bad("205", ProblemType.NOT_FOUND, status("205 Reset Content")),
            bad("304", ProblemType.NOT_FOUND, "HTTP/1.1 304 Not Modified\r\n\r\n"),
            bad("empty", ProblemType.NOT_FOUND, json("")));

    private static final List<Doing> NEVER = List.of(
            bad("silent", ProblemType.BACKEND_TIMEOUT, WireBackend.Wire::drain),
            bad(
                    "silent-in-body",
                    ProblemType.BACKEND_TIMEOUT,
                    wire -> wire.write(TORN).drain()),
            bad(
                    "hints-only",
                    ProblemType.BACKEND_TIMEOUT,
                    wire -> wire.write(HINTS).drain()));

    private static final NoBufferLeaks LEAKS = new NoBufferLeaks();
    private static WireBackend backend;
    private static TestGateway gateway;

    /** A part of an aggregation. */
    private record Slot(boolean required, boolean late) {}

    /** What an answer says of a part that is missing. */
    private record Missing(String type, String title, int status) {}

    /**
     * What the backend does when a part is fetched.
     *
     * @param name the path at the backend
     * @param value the JSON of the part, null if there is none
     * @param missing why there is none
     */
    private record Doing(
            String name,
            Script script,
            @Nullable String value,
            @Nullable Missing missing) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** One request; it brings along what becomes of its parts. */
    private record Combination(int aggregation, List<Doing> doings) {

        String path() {
            return "/it" + aggregation
                    + doings.stream().map(doing -> "/" + doing.name()).collect(Collectors.joining());
        }
    }

    private static Doing good(String name, String value) {
        return new Doing(name, wire -> wire.write(json(value)), value, null);
    }

    private static Doing bad(String name, ProblemType type, String answer) {
        return bad(name, type, wire -> wire.write(answer));
    }

    private static Doing bad(String name, ProblemType type, Script script) {
        return new Doing(
                name,
                script,
                null,
                new Missing(type.uri().toString(), type.title(), type.status().value()));
    }

    private static String json(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static String status(String line) {
        return "HTTP/1.1 " + line + "\r\nContent-Length: 0\r\n\r\n";
    }

    private static List<List<Slot>> aggregations() {
        List<List<Slot>> all = new ArrayList<>();
        List<List<Slot>> ofOneSize = List.of(List.of());
        for (int parts = 1; parts <= 3; parts++) {
            ofOneSize = ofOneSize.stream()
                    .flatMap(some -> PROMPT.stream().map(slot -> before(slot, some)))
                    .toList();
            all.addAll(ofOneSize);
            for (Slot late : LATE) {
                ofOneSize.forEach(some -> all.add(before(late, some)));
            }
        }
        return all;
    }

    private static List<Slot> before(Slot slot, List<Slot> some) {
        List<Slot> all = new ArrayList<>(some);
        all.add(0, slot);
        return all;
    }

    @BeforeContainer
    static void start() throws IOException {
        LEAKS.begin();
        backend = WireBackend.start();
        for (List<Doing> doings : List.of(GOOD, BAD, NOTHING, NEVER)) {
            doings.forEach(doing -> backend.on("/" + doing.name(), doing.script()));
        }
        gateway = TestGateway.start(
                "gateway.limits.adaptive=false",
                "gateway.backends.wire.base-url=" + backend.url(),
                "gateway.backends.wire.connect-timeout=2m",
                "gateway.backends.wire.circuit-breaker.enabled=false",
                "gateway.backends.wire.bulkhead.max-concurrent-calls=1000",
                "gateway.backends.wire.pool.max-connections=4000",
                // Arguments of their own would be in no order, and so would be the parts.
                "spring.application.json={\"gateway\":{\"aggregations\":"
                        + members(
                                AGGREGATIONS.size(), i -> "\"it" + i + "\":" + settings("/it" + i, AGGREGATIONS.get(i)))
                        + "}}");
    }

    private static String settings(String path, List<Slot> slots) {
        String variables = IntStream.range(0, slots.size())
                .mapToObj(i -> "/{doing" + i + "}")
                .collect(Collectors.joining());
        return "{\"path\":\"" + path + variables + "\",\"parts\":"
                + members(slots.size(), i -> "\"part" + i + "\":" + settings(i, slots.get(i))) + "}";
    }

    private static String settings(int part, Slot slot) {
        return "{\"backend\":\"wire\",\"path\":\"/{doing%d}\",\"required\":%s%s}"
                .formatted(part, slot.required(), slot.late() ? ",\"timeout\":\"50ms\"" : "");
    }

    private static String members(int count, IntFunction<String> member) {
        return IntStream.range(0, count).mapToObj(member).collect(Collectors.joining(",", "{", "}"));
    }

    @AfterContainer
    static void stop() throws IOException {
        gateway.close();
        backend.close();
        assertThat(LEAKS.end()).isEmpty();
    }

    @Property(tries = TRIES, seed = "17", edgeCases = EdgeCasesMode.NONE)
    void an_answer_says_whether_it_is_whole_and_comes_in_one_piece(
            @ForAll("combinations") List<Combination> combinations) {
        List<Response> answers = Flux.fromIterable(combinations)
                .flatMapSequential(
                        combination -> Mono.fromFuture(() -> gateway.getLater(combination.path())), AT_A_TIME)
                .collectList()
                .block();

        for (int i = 0; i < combinations.size(); i++) {
            assertTold(combinations.get(i), answers.get(i));
        }
    }

    private static void assertTold(Combination combination, Response answer) {
        List<Slot> slots = AGGREGATIONS.get(combination.aggregation());
        List<Integer> missing = IntStream.range(0, slots.size())
                .filter(part -> combination.doings().get(part).missing() != null)
                .boxed()
                .toList();
        // Without any part there is no answer either.
        List<Integer> fatal = missing.size() == slots.size() && slots.stream().noneMatch(Slot::required)
                ? missing
                : missing.stream().filter(part -> slots.get(part).required()).toList();

        assertThat(answer.header("X-Aggregate-Completed"))
                .as("%s of %s: %s", combination.path(), slots, answer.body())
                .isEqualTo(missing.isEmpty() ? "true" : "false");
        if (fatal.isEmpty()) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.body()).isEqualTo(expectedBody(combination, missing));
            assertThat(answer.json().isObject()).isTrue();
        } else {
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(told(answer)).isIn(told(combination, fatal));
        }
    }

    private static String expectedBody(Combination combination, List<Integer> missing) {
        List<Doing> doings = combination.doings();
        StringJoiner members = new StringJoiner(",", "{", "}");
        for (int part = 0; part < doings.size(); part++) {
            if (doings.get(part).value() != null) {
                members.add("\"part" + part + "\":" + doings.get(part).value());
            }
        }
        if (!missing.isEmpty()) {
            members.add(missing.stream()
                    .map(part -> entry(part, doings.get(part).missing()))
                    .collect(Collectors.joining(",", "\"unavailable\":[", "]")));
        }
        return members.toString();
    }

    private static String entry(int part, Missing why) {
        return "{\"part\":\"part%d\",\"type\":\"%s\",\"title\":\"%s\",\"status\":%d}"
                .formatted(part, why.type(), why.title(), why.status());
    }

    /** The answer is that of one of the required parts that are missing; which one was the first, nobody can know. */
    private static List<String> told(Combination combination, List<Integer> fatal) {
        return fatal.stream()
                .map(part -> told("part" + part, combination.doings().get(part).missing()))
                .toList();
    }

    private static String told(Response answer) {
        return told(
                answer.json().path("part").asString(""),
                new Missing(
                        answer.json().path("type").asString("about:blank"),
                        answer.json().path("title").asString(""),
                        answer.status()));
    }

    private static String told(String part, Missing why) {
        return part + ": " + why;
    }

    @Provide
    Arbitrary<List<Combination>> combinations() {
        return Arbitraries.integers()
                .between(0, AGGREGATIONS.size() - 1)
                .flatMap(aggregation ->
                        doings(AGGREGATIONS.get(aggregation)).map(doings -> new Combination(aggregation, doings)))
                .list()
                .ofSize(COMBINATIONS / TRIES);
    }

    /** Six of ten parts that can be there are there, so that of three all are often enough. */
    private static Arbitrary<List<Doing>> doings(List<Slot> slots) {
        List<Arbitrary<Doing>> each = new ArrayList<>();
        for (Slot slot : slots) {
            each.add(slot.late() ? Arbitraries.of(NEVER) : prompt(slot));
        }
        return Combinators.combine(each).as(doings -> doings);
    }

    private static Arbitrary<Doing> prompt(Slot slot) {
        List<Doing> nothing = slot.required()
                ? NOTHING
                : NOTHING.stream()
                        .map(doing -> new Doing(doing.name(), doing.script(), "null", null))
                        .toList();
        return Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.of(GOOD)),
                Tuple.of(4, Arbitraries.of(BAD)),
                Tuple.of(1, Arbitraries.of(nothing)));
    }
}
