package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.implementation.routing.PartitionKeyInternal;
import com.azure.cosmos.implementation.routing.PartitionKeyInternalHelper;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class EffectivePartitionKeyTest {

    @ParameterizedTest
    @CsvSource({
        "owner-0, 28A3C14E1C8937E5B84F5ADB07F22EF2",
        "o-17,    07E2AABB4410D130F5EC2FA23A453409",
    })
    void golden_vectors_stay_what_they_are(String owner, String hex) {
        assertThat(EffectivePartitionKey.of(Scalar.of(owner))).hasToString(hex);
    }

    static Stream<String> keys() {
        Stream<String> fixed = Stream.of(
                "\"\"",
                "\"ä\"",
                "\"日本語\"",
                "\"🚁\"",
                "true",
                "false",
                "null",
                "{}",
                "0",
                "1",
                "-1",
                "0.5",
                "1e300",
                "12345678901234567");
        Stream<String> everyTailLength = IntStream.range(1, 50).mapToObj(n -> "\"" + "x".repeat(n) + "\"");
        Stream<String> owners = IntStream.range(0, 300).mapToObj(n -> "\"o-" + n + "\"");
        Stream<String> numbers = IntStream.range(0, 50).mapToObj(n -> Double.toString(n * 1.37 - 20));
        return Stream.of(fixed, everyTailLength, owners, numbers).flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void equals_what_the_sdk_computes(String json) {
        PartitionKeyDefinition definition = new PartitionKeyDefinition();
        definition.setPaths(List.of("/ownerId"));
        definition.setVersion(PartitionKeyDefinitionVersion.V2);
        String expected = PartitionKeyInternalHelper.getEffectivePartitionKeyString(
                PartitionKeyInternal.fromJsonString("[" + json + "]"), definition);

        JsonNode value = Json.readTree(json.getBytes(StandardCharsets.UTF_8));
        Scalar key = value.isObject() ? Scalar.UNDEFINED : Scalar.of(value);

        assertThat(EffectivePartitionKey.of(key)).hasToString(expected);
    }

    @Test
    void nine_ranges_divide_the_ring_evenly() {
        assertThat(IntStream.rangeClosed(0, 9)
                        .mapToObj(i -> EffectivePartitionKey.boundary(i, 9).toString()))
                .startsWith("", "071C71C71C71C71C71C71C71C71C71C7", "0E38E38E38E38E38E38E38E38E38E38E")
                .endsWith("38E38E38E38E38E38E38E38E38E38E38", "FF")
                .isSorted();
    }

    @Test
    void reads_what_it_writes() {
        EffectivePartitionKey key = EffectivePartitionKey.of(Scalar.of("owner-0"));

        assertThat(EffectivePartitionKey.parse(key.toString())).isEqualTo(key);
        assertThat(EffectivePartitionKey.parse("")).isEqualTo(EffectivePartitionKey.MIN);
        assertThat(EffectivePartitionKey.parse("FF")).isEqualTo(EffectivePartitionKey.MAX);
        assertThatThrownBy(() -> EffectivePartitionKey.parse("no hex")).hasMessageContaining("'no hex'");
    }
}
