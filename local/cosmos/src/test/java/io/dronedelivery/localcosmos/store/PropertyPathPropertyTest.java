package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whoever reads a property of a document finds the same value: the indexes, the queries, and a parser that builds all of it. */
class PropertyPathPropertyTest {
    /** Few, so that a document has some of them twice, each written in several ways. */
    private static final List<String> NAMES = List.of("a", "bc", "ï");

    private static final List<List<String>> SPELLINGS =
            List.of(List.of("a", "\\u0061"), List.of("bc", "b\\u0063", "\\u0062c"), List.of("ï", "\\u00ef", "\\u00EF"));

    private final Container container = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.of("flights", "/id"),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(), InstantSource.system(), id -> 1, () -> false, 0, key -> false),
            ChangeLog.NONE);

    @Property(tries = 500, seed = "17")
    void indexes_and_queries_and_a_parser_agree_on_the_value_at_a_path(
            @ForAll("documents") String json, @ForAll("paths") PropertyPath one, @ForAll("paths") PropertyPath other) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        Scalar expected = at(Json.readObject(body), one);
        Scalar expectedOther = at(Json.readObject(body), other);
        DocumentVersion document = new DocumentVersion(new DocumentKey(Scalar.of("f"), "f"), 7, 9, 0, 0, body);

        assertThat(at(document.toTree(container), one)).isEqualTo(expected);
        assertThat(new PropertyReader(List.of(one)).read(body))
                .isEqualTo(expected == null ? null : new Scalar[] {expected});
        assertThat(new PropertyReader(List.of(one, other)).read(body))
                .isEqualTo(expected == null || expectedOther == null ? null : new Scalar[] {expected, expectedOther});
    }

    /** The value that an index has, which is none where there is an object, an array or nothing. */
    private static @Nullable Scalar at(JsonNode document, PropertyPath path) {
        JsonNode node = document;
        for (int depth = 0; depth < path.depth(); depth++) {
            node = node.path(path.name(depth));
        }
        Scalar value = Scalar.of(node);
        return Scalar.UNDEFINED.equals(value) ? null : value;
    }

    @Provide
    Arbitrary<PropertyPath> paths() {
        return Arbitraries.of(NAMES).list().ofMinSize(1).ofMaxSize(3).map(PropertyPath::new);
    }

    @Provide
    Arbitrary<String> documents() {
        return object(3)
                .map(object -> object.replaceFirst("\\{", "{\"id\":\"f\","))
                .map(json -> json.replaceFirst(",\\s*}$", "}"));
    }

    private Arbitrary<String> object(int levels) {
        Arbitrary<String> member = Combinators.combine(name(), space(), space(), value(levels - 1))
                .as((name, before, behind, value) -> "\"" + name + "\"" + before + ":" + behind + value);
        return Combinators.combine(member.list().ofMaxSize(4), space(), space())
                .as((members, before, behind) -> members.stream()
                        .collect(Collectors.joining(before + "," + behind, "{" + before, behind + "}")));
    }

    private Arbitrary<String> name() {
        return Arbitraries.of(SPELLINGS).flatMap(Arbitraries::of);
    }

    private Arbitrary<String> value(int levels) {
        if (levels == 0) {
            return simple();
        }
        Arbitrary<String> array = value(levels - 1)
                .list()
                .ofMaxSize(3)
                .map(values -> values.stream().collect(Collectors.joining(",", "[", "]")));
        return Arbitraries.oneOf(List.of(simple(), object(levels), object(levels), array));
    }

    private static Arbitrary<String> simple() {
        Arbitrary<String> text = Arbitraries.of(
                        "x", "ï", "✈", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude81", "\\n", "{", "}", "[", ",", ":", " ")
                .list()
                .ofMaxSize(4)
                .map(parts -> "\"" + String.join("", parts) + "\"");
        Arbitrary<String> number = Arbitraries.of(
                "0",
                "-0",
                "-0.0",
                "17",
                "-2147483649",
                "9007199254740993",
                "9223372036854775807",
                "0.1",
                "1E3",
                "1e-7",
                "123456789012345678901",
                "1e400",
                "1" + "0".repeat(400));
        return Arbitraries.oneOf(List.of(text, number, Arbitraries.of("true", "false", "null")));
    }

    private static Arbitrary<String> space() {
        return Arbitraries.of("", "", " ", "\n\t");
    }
}
