package io.dronedelivery.cosmosaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.POJONode;

class SdkTreesTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper OURS = new JsonMapper();
    private static final ObjectMapper SDKS = new ObjectMapper();

    static final List<JsonNode> NUMBERS = List.of(
            NODES.numberNode((short) -7),
            NODES.numberNode(Integer.MAX_VALUE),
            NODES.numberNode(Long.MIN_VALUE),
            NODES.numberNode(9_007_199_254_740_993L),
            NODES.numberNode(new BigInteger("123456789012345678901234567890")),
            NODES.numberNode(0.1f),
            NODES.numberNode(0.1 + 0.2),
            NODES.numberNode(-0.0),
            NODES.numberNode(Double.MIN_VALUE),
            NODES.numberNode(new BigDecimal("1.2500")),
            NODES.numberNode(new BigDecimal("100")),
            NODES.numberNode(new BigDecimal("1E+3")),
            NODES.numberNode(new BigDecimal("0.1000000000000000055511151231257827021181583404541015625")));

    @ParameterizedTest
    @FieldSource("NUMBERS")
    void a_number_keeps_its_type_and_its_digits(NumericNode number) throws Exception {
        com.fasterxml.jackson.databind.JsonNode sdks = SdkTrees.toSdk(number);
        JsonNode back = SdkTrees.fromSdk(sdks);

        assertThat(sdks.numberType().name()).isEqualTo(number.numberType().name());
        assertThat(SDKS.writeValueAsString(sdks)).isEqualTo(OURS.writeValueAsString(number));
        assertThat(back.numberValue())
                .isEqualTo(number.numberType() == NumberType.INT ? number.intValue() : number.numberValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "\"\"",
                "\"ünï \\\\ \\\" ✈ 🚁\"",
                "{}",
                "[]",
                "[[],[[1,[2.50,[null]]],{}],false]",
                "{\"z\":1,\"a\":{\"c\":null,\"b\":[{\"y\":[1,2]},{\"x\":-1.5}]},\"l\":12345678901}",
            })
    void what_is_json_is_the_same_on_both_sides(String json) throws Exception {
        JsonNode ours = OURS.readTree(json);

        com.fasterxml.jackson.databind.JsonNode sdks = SdkTrees.toSdk(ours);

        assertThat(sdks).isEqualTo(SDKS.readTree(json));
        assertThat(SdkTrees.fromSdk(sdks)).isEqualTo(ours).hasToString(ours.toString());
    }

    @Test
    void members_keep_their_order() {
        String json = "{\"z\":1,\"a\":2,\"m\":{\"y\":3,\"b\":4}}";

        assertThat(SdkTrees.toSdk(OURS.readTree(json))).hasToString(json);
        assertThat(SdkTrees.fromSdk(SdkTrees.toSdk(OURS.readTree(json)))).hasToString(json);
    }

    @Test
    void bytes_are_text_in_base_64() {
        JsonNode bytes = NODES.binaryNode(new byte[] {1, 2, 3});

        assertThat(SdkTrees.fromSdk(SdkTrees.toSdk(bytes))).isEqualTo(NODES.stringNode("AQID"));
    }

    @Test
    void what_is_not_json_is_refused() {
        List<JsonNode> notJson = new ArrayList<>(List.of(MissingNode.getInstance(), new POJONode(Stream.of())));
        notJson.add(NODES.arrayNode().add(new POJONode("x")));

        assertThat(notJson)
                .allSatisfy(tree -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> SdkTrees.toSdk(tree))
                        .withMessageStartingWith("Not JSON"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SdkTrees.fromSdk(com.fasterxml.jackson.databind.node.MissingNode.getInstance()));
    }
}
