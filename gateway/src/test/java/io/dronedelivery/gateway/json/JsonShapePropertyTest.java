package io.dronedelivery.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shapes and values of random texts, against the same by objects. */
class JsonShapePropertyTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static String shaped(
            String text, List<String> keep, List<String> drop, List<String> rename, List<String> unwrap) {
        JsonShape shape = new JsonShape(false);
        keep.forEach(path -> shape.keep(JsonPath.parse(path)));
        drop.forEach(path -> shape.drop(JsonPath.parse(path)));
        rename.forEach(pair -> shape.rename(JsonPath.parse(pair.split("=")[0]), pair.split("=")[1]));
        unwrap.forEach(path -> shape.unwrap(JsonPath.parse(path)));
        shape.check();
        byte[] bytes = shape.apply(text.getBytes(StandardCharsets.UTF_8));
        assertThat(new JsonCheck(64).faultIn(bytes, bytes.length))
                .as(new String(bytes, StandardCharsets.UTF_8))
                .isNull();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Example
    void members_are_kept_dropped_renamed_and_unwrapped() {
        String text =
                "{ \"id\" : 1 , \"own\\u0065r\":{\"id\":\"o\",\"n\":[1, 2]}, \"packages\":[{\"sku\":\"a\",\"w\":1.50},{\"sku\":\"b\"},7], \"x\":{}}";
        List<String> none = List.of();

        assertThat(shaped(text, List.of("id", "packages[*].sku"), none, none, none))
                .isEqualTo("{\"id\":1,\"packages\":[{\"sku\":\"a\"},{\"sku\":\"b\"},null]}");
        assertThat(shaped(text, none, List.of("id", "owner.n", "packages[*].w"), none, none))
                .isEqualTo(
                        "{\"own\\u0065r\":{\"id\":\"o\"},\"packages\":[{\"sku\":\"a\"},{\"sku\":\"b\"},7],\"x\":{}}");
        assertThat(shaped(text, List.of("id"), none, List.of("owner=x", "packages[*].sku=code"), none))
                .isEqualTo(
                        "{\"id\":1,\"x\":{\"id\":\"o\",\"n\":[1, 2]},\"packages\":[{\"code\":\"a\",\"w\":1.50},{\"code\":\"b\"},7]}");
        assertThat(shaped(text, none, none, none, List.of("owner"))).isEqualTo("{\"id\":\"o\",\"n\":[1, 2]}");
        assertThat(shaped(text, none, List.of("x", "id", "owner"), none, List.of("packages[*].sku")))
                .isEqualTo("{\"packages\":[\"a\",\"b\",null]}");
        assertThat(shaped(text, none, none, none, List.of("nothing"))).isEqualTo("null");
        assertThat(shaped("[1]", List.of("id"), none, none, none)).isEqualTo("null");
        assertThat(shaped(" {} ", List.of("id"), none, none, none)).isEqualTo("{}");
    }

    @Example
    void what_makes_no_sense_is_refused() {
        List<String> none = List.of();
        assertThatIllegalArgumentException().isThrownBy(() -> shaped("1", none, none, List.of("a=c", "b=c"), none));
        assertThatIllegalArgumentException().isThrownBy(() -> shaped("1", List.of("c"), none, List.of("a=c"), none));
        assertThatIllegalArgumentException().isThrownBy(() -> shaped("1", none, List.of("a[*]"), none, none));
        assertThatIllegalArgumentException().isThrownBy(() -> shaped("1", none, List.of("a[0].b"), none, none));
        assertThatIllegalArgumentException().isThrownBy(() -> shaped("1", none, none, none, List.of("a", "b")));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonPath.parse("a..b"));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonPath.parse(""));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonPath.parse("a["));
    }

    @Property(tries = 500, seed = "7")
    void dropped_members_are_gone_and_all_others_are_there(
            @ForAll("values") JsonNode value, @ForAll("paths") List<String> paths) {
        JsonNode expected = value.deepCopy();
        paths.forEach(path -> drop(expected, path.split("\\.")[0], path.split("\\.")[1]));

        String result = shaped(
                value.toPrettyString(),
                List.of(),
                paths.stream()
                        .map(path -> path.replace("0.", "[*].").replace("[*]", "l[*]"))
                        .toList(),
                List.of(),
                List.of());

        assertThat(JSON.readTree(result)).isEqualTo(expected);
    }

    /** Of the elements of the list l, or of the object of that name. */
    private static void drop(JsonNode root, String around, String name) {
        JsonNode inner = root.path(around.equals("0") ? "l" : around);
        if (around.equals("0") && inner instanceof ArrayNode list) {
            list.forEach(element -> {
                if (element instanceof ObjectNode object) {
                    object.remove(name);
                }
            });
        } else if (!around.equals("0") && inner instanceof ObjectNode object) {
            object.remove(name);
        }
    }

    @Property(tries = 500, seed = "8")
    void values_are_found_where_objects_have_them(@ForAll("values") JsonNode value) {
        List<String> found = new ArrayList<>();
        JsonValues values = new JsonValues();
        values.add(JsonPath.parse("l[*].a"), 0);
        values.add(JsonPath.parse("o.b"), 1);
        values.add(JsonPath.parse("l[1]"), 2);
        values.read(value.toPrettyString().getBytes(StandardCharsets.UTF_8), new JsonValues.ValueSink() {
            @Override
            public void text(int slot, String text) {
                found.add(slot + text);
            }

            @Override
            public void structure(int slot) {
                found.add(slot + "{}");
            }
        });

        List<String> expected = new ArrayList<>();
        if (value.path("l").isArray()) {
            value.path("l").forEach(element -> add(expected, 0, element.path("a")));
            add(expected, 2, value.path("l").path(1));
        }
        add(expected, 1, value.path("o").path("b"));
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void add(List<String> expected, int slot, JsonNode value) {
        if (value.isContainer()) {
            expected.add(slot + "{}");
        } else if (!value.isMissingNode() && !value.isNull()) {
            expected.add(slot + value.asString());
        }
    }

    @Provide
    Arbitrary<List<String>> paths() {
        return Arbitraries.of("o.a", "o.b", "l.a", "0.a", "0.b", "0.o")
                .list()
                .uniqueElements()
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<JsonNode> values() {
        return object(3).map(text -> JSON.readTree(text));
    }

    private static Arbitrary<String> value(int depth) {
        Arbitrary<String> scalar =
                Arbitraries.of("1", "-2.5e3", "true", "null", "\"\"", "\"a,}]\\\"\"", "\"\\u00fc\\n\"");
        return depth == 0
                ? scalar
                : Arbitraries.oneOf(
                        scalar,
                        object(depth - 1),
                        value(depth - 1).list().ofMaxSize(3).map(list -> "[" + String.join(", ", list) + "]"));
    }

    private static Arbitrary<String> object(int depth) {
        Arbitrary<String> inner = depth == 0 ? value(0) : value(depth - 1);
        return Combinators.combine(
                        Arbitraries.of("a", "b", "o", "l", "x")
                                .list()
                                .uniqueElements()
                                .ofMaxSize(5),
                        inner.list().ofSize(5))
                .as((names, values) -> names.stream()
                        .map(name -> "\"" + name + "\" : " + values.get(names.indexOf(name)))
                        .collect(Collectors.joining(",", "{", "}")));
    }
}
