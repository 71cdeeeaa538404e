package io.dronedelivery.house.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import io.dronedelivery.house.messages.Consumers.Consumer;
import io.dronedelivery.house.messages.Publishers.Data;
import io.dronedelivery.house.messages.Publishers.Written;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas in {@code docs/messages} beside the code of the services that publish and consume the events. */
class MessagesTest {

    private static final Map<String, MessageSchema> SCHEMAS = MessageSchema.present();

    static List<MessageSchema> schemas() {
        return List.copyOf(SCHEMAS.values());
    }

    static List<MessageSchema> released() {
        return List.copyOf(MessageSchema.released().values());
    }

    static List<Consumer> consumers() {
        return Consumers.all();
    }

    @Test
    void every_type_that_is_published_or_consumed_has_a_schema_and_every_schema_a_type() {
        Set<String> types = new TreeSet<>();
        Publishers.all().stream()
                .map(written -> written.sample())
                .map(Written::events)
                .flatMap(List::stream)
                .map(event -> MessageSchema.name(event.type(), event.version()))
                .forEach(types::add);
        consumers().stream()
                .map(each -> MessageSchema.name(each.type(), each.version()))
                .forEach(types::add);

        assertThat(types).containsExactlyElementsOf(SCHEMAS.keySet());
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void a_schema_is_one_and_bears_the_name_of_its_type(MessageSchema schema) {
        JsonNode document = schema.document();

        assertThat(document.path("title").asString()).isEqualTo(schema.type());
        assertThat(document.path("$id").asString())
                .isEqualTo(SchemaVersion.uri(schema.type(), schema.version()).toString());
        assertThat(document.path("description").asString("")).isNotBlank();
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12))
                        .validate(document.toString(), InputFormat.JSON))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("consumers")
    void a_consumer_reads_what_the_schema_allows(Consumer consumer) {
        MessageSchema schema = schema(consumer);

        assertThat(SchemaDocuments.of(schema)).allSatisfy(document -> {
            assertThat(schema.violations(document)).isEmpty();
            assertThat(consumer.refusal(document)).isNull();
        });
    }

    /** Otherwise the test above would show nothing. */
    @ParameterizedTest
    @MethodSource("consumers")
    void a_consumer_refuses_what_lacks_a_field_that_it_needs(Consumer consumer) {
        MessageSchema schema = schema(consumer);
        ObjectNode document = (ObjectNode)
                MessageSchema.JSON.readTree(SchemaDocuments.of(schema).get(0));
        String first = schema.document().path("required").get(0).asString();
        document.remove(first);
        byte[] data = document.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);

        assertThat(schema.violations(data)).singleElement().asString().contains(first);
        assertThat(consumer.refusal(data)).contains(first);
    }

    @ParameterizedTest
    @MethodSource("released")
    void what_was_released_is_changed_compatibly_only(MessageSchema released) {
        MessageSchema present = SCHEMAS.get(released.name());

        assertThat(present).as("a version that was released stays").isNotNull();
        assertThat(CompatibleChange.violations(released.document(), present.document()))
                .as(
                        "docs/messages/README.md has the rules; anything else is %s.v%d.schema.json",
                        released.type(), released.version() + 1)
                .isEmpty();
    }

    private static MessageSchema schema(Consumer consumer) {
        return Objects.requireNonNull(SCHEMAS.get(MessageSchema.name(consumer.type(), consumer.version())));
    }

    /** For the property beside this class. */
    static List<String> violations(Data event) {
        MessageSchema schema = SCHEMAS.get(MessageSchema.name(event.type(), event.version()));
        return schema == null ? List.of("There is no schema") : schema.violations(event.bytes());
    }
}
