package io.dronedelivery.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A problem document gets the caller's path for its instance and stays the same otherwise, to a parser of all of it; what is no JSON
 * object stays as it is.
 */
final class ProblemInstanceFuzz {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String PATH = "/called/\"é";

    private ProblemInstanceFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        byte[] replaced = ProblemInstance.replace(input, PATH);

        JsonNode before;
        try {
            before = JSON.readTree(input);
        } catch (JacksonException e) {
            return; // refused as a whole, or what is behind the object is no JSON
        }
        if (!(before instanceof ObjectNode problem) || hasZero(input)) {
            assertThat(replaced).isSameAs(input); // no object, or one in UTF-16 or UTF-32
            return;
        }
        JsonNode instance = problem.path("instance");
        if (instance.isString() && isPlace(instance.stringValue())) {
            problem.put("instance", PATH);
        }
        assertThat(JSON.readTree(replaced)).isEqualTo(problem);
        assertThat(ProblemInstance.replace(replaced, PATH)).isEqualTo(replaced);
    }

    private static boolean hasZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPlace(String instance) {
        int colon = instance.indexOf(':');
        String scheme = colon < 0 ? "" : instance.substring(0, colon);
        return scheme.equals("http") || scheme.equals("https") || !scheme.matches("[A-Za-z][A-Za-z0-9+.-]*");
    }
}
