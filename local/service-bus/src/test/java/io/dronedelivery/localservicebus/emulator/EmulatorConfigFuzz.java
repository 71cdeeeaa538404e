package io.dronedelivery.localservicebus.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.localservicebus.broker.Topology;
import io.dronedelivery.localservicebus.entity.DeclaredEntities;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file is refused with a reason, or declares entities: the same ones each time, and not a single key of it is ignored, since one more
 * key anywhere makes it refused by the key's name.
 */
final class EmulatorConfigFuzz {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNKNOWN = "NotAKey";

    private EmulatorConfigFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        JsonNode root;
        Topology topology;
        try {
            root = JSON.readTree(new String(input, StandardCharsets.UTF_8));
            topology = topology(root);
        } catch (JacksonException e) {
            return;
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).{5,}");
            return;
        }

        assertThat(topology(root).queues()).isEqualTo(topology.queues());
        for (ObjectNode object : objects(root, new ArrayList<>())) {
            object.put(UNKNOWN, true);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> topology(root))
                    .withMessageContaining(UNKNOWN);
            object.remove(UNKNOWN);
        }
    }

    private static Topology topology(JsonNode root) {
        DeclaredEntities entities = new DeclaredEntities();
        EmulatorConfig.apply(root, entities);
        return entities.topology();
    }

    /** All objects but the properties of a message that a correlation filter names, which may be any. */
    private static List<ObjectNode> objects(JsonNode node, List<ObjectNode> found) {
        if (node instanceof ObjectNode object) {
            found.add(object);
        }
        node.properties().forEach(property -> {
            if (!property.getKey().equals("CorrelationFilter")) {
                objects(property.getValue(), found);
            } else {
                found.add((ObjectNode) property.getValue());
            }
        });
        if (node.isArray()) {
            node.forEach(each -> objects(each, found));
        }
        return found;
    }
}
