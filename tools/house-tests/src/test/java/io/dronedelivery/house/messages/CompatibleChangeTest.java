package io.dronedelivery.house.messages;

import static io.dronedelivery.house.messages.MessageSchema.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Each kind of change, made to a schema that was released. */
class CompatibleChangeTest {

    private static final String RELEASED = """
            {"$id": "urn:drone-delivery:schema:Lifted:1", "title": "Lifted", "type": "object", "required": ["id", "place", "size", "loads"],
             "properties": {
               "id": {"type": "string", "pattern": "^[a-z]+$", "minLength": 1, "maxLength": 64},
               "place": {"$ref": "#/$defs/place"},
               "size": {"enum": ["small", "large"]},
               "loads": {"type": "array", "maxItems": 7, "items": {"type": "object", "required": ["kg"], "properties": {
                 "kg": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01},
                 "fragile": {"type": "boolean"}}}},
               "note": {"type": "string"}},
             "$defs": {"place": {"type": "object", "required": ["latitude"], "properties": {
               "latitude": {"type": "number", "minimum": -90, "maximum": 90}}}}}""";

    private final ObjectNode present = (ObjectNode) JSON.readTree(RELEASED);

    @Test
    void nothing_changed_is_compatible() {
        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /properties                          | color        | {"type": "string"}
            /$defs/place/properties              | altitude     | {"type": "number"}
            /properties/loads/items/properties   | color        | {"enum": ["red"]}
            /properties/id                       | description  | "What was lifted."
            /                                    | title        | "A lift"
            """)
    void an_optional_field_or_a_description_is_compatible(String place, String name, String value) {
        at(place).set(name, JSON.readTree(value));

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .isEmpty();
    }

    @Test
    void a_definition_that_is_written_where_it_is_used_is_compatible() {
        JsonNode place = at("/$defs").remove("place");
        at("/properties").set("place", place);

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /properties                             | note             | note was removed
            /$defs/place/properties                 | latitude         | place.latitude was removed
            /properties/loads/items/properties      | fragile          | loads[].fragile was removed
            /                                       | type             | the data is wider: type was "object", is absent
            /properties/id                          | maxLength        | id is wider: maxLength was 64, is absent
            /properties/loads/items/properties/kg   | multipleOf       | loads[].kg is wider: multipleOf was 0.01, is absent
            """)
    void what_was_removed_is_told(String place, String name, String violation) {
        at(place).remove(name);

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactly(violation);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /                                       | $id              | "urn:drone-delivery:schema:Lifted:2" | the data is different: $id was "urn:drone-delivery:schema:Lifted:1", is "urn:drone-delivery:schema:Lifted:2"
            /                                       | additionalProperties | false     | the data is narrower: additionalProperties was absent, is false
            /properties/id                          | type             | "integer"     | id is different: type was "string", is "integer"
            /properties/id                          | pattern          | "^[a-f]+$"    | id is different: pattern was "^[a-z]+$", is "^[a-f]+$"
            /properties/id                          | minLength        | 2             | id is narrower: minLength was 1, is 2
            /properties/id                          | maxLength        | 63            | id is narrower: maxLength was 64, is 63
            /properties/id                          | maxLength        | 65            | id is wider: maxLength was 64, is 65
            /properties/note                        | format           | "uri"         | note is narrower: format was absent, is "uri"
            /properties/note                        | enum             | ["a"]         | note is narrower: enum was absent, is ["a"]
            /properties/loads                       | maxItems         | 6             | loads is narrower: maxItems was 7, is 6
            /properties/loads                       | minItems         | 1             | loads is narrower: minItems was absent, is 1
            /$defs/place/properties/latitude        | minimum          | -89           | place.latitude is narrower: minimum was -90, is -89
            /$defs/place/properties/latitude        | maximum          | 91            | place.latitude is wider: maximum was 90, is 91
            /properties/loads/items/properties/kg   | exclusiveMinimum | 0.5           | loads[].kg is narrower: exclusiveMinimum was 0, is 0.5
            /properties/loads/items/properties/kg   | multipleOf       | 0.1           | loads[].kg is different: multipleOf was 0.01, is 0.1
            """)
    void another_type_or_bound_is_told(String place, String name, String value, String violation) {
        at(place).set(name, JSON.readTree(value));

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactly(violation);
    }

    @Test
    void a_new_field_that_is_required_is_told() {
        at("/properties").putObject("color").put("type", "string");
        array("/required").add("color");

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactly("color is new and required");
    }

    @Test
    void a_field_that_has_become_required_is_told() {
        array("/required").add("note");
        array("/properties/loads/items/required").add("fragile");

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactlyInAnyOrder("note has become required", "loads[].fragile has become required");
    }

    @Test
    void a_field_that_is_not_required_any_more_is_told() {
        array("/required").remove(0);

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactly("id is not required any more");
    }

    @Test
    void a_value_more_or_less_is_told() {
        array("/properties/size/enum").set(1, "huge");

        assertThat(CompatibleChange.violations(JSON.readTree(RELEASED), present))
                .containsExactly("size may not be large any more", "size may be huge now");
    }

    private ObjectNode at(String place) {
        return (ObjectNode) present.at(place.equals("/") ? "" : place);
    }

    private ArrayNode array(String place) {
        return (ArrayNode) present.at(place);
    }
}
