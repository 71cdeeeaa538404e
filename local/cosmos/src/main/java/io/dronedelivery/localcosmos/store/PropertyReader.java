package io.dronedelivery.localcosmos.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads single properties of a document's bytes without building the document. The last of several members of one name counts. */
final class PropertyReader {
    /** Each path has one bit of a long. */
    private static final int MAX_PATHS = Long.SIZE - 1;

    private final List<PropertyPath> paths;

    PropertyReader(List<PropertyPath> paths) {
        if (paths.size() > MAX_PATHS) {
            throw new IllegalArgumentException(
                    paths.size() + " properties are asked for, and at most " + MAX_PATHS + " can be read together");
        }
        this.paths = List.copyOf(paths);
    }

    /** Returns the values in the order of the paths, or null when one of them is missing, an object or an array. */
    Scalar @Nullable [] read(byte[] body) {
        Scalar[] values = new Scalar[paths.size()];
        try (JsonParser parser = Json.MAPPER.createParser(body)) {
            parser.nextToken();
            return readObject(parser, 0, (1L << paths.size()) - 1, values) == 0 ? values : null;
        } catch (JacksonException e) {
            throw new IllegalStateException("A stored document is not valid JSON", e);
        }
    }

    /**
     * Reads the members of the object at which the parser stands.
     *
     * @param wanted one bit for each path that leads into this object
     * @return the bits of {@code wanted} that were not found
     */
    private long readObject(JsonParser parser, int depth, long wanted, @Nullable Scalar[] values) {
        long missing = wanted;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            long deeper = 0;
            for (int i = 0; i < paths.size(); i++) {
                PropertyPath path = paths.get(i);
                if ((wanted & 1L << i) == 0 || !path.name(depth).equals(name)) {
                    continue;
                }
                missing |= 1L << i; // clears an earlier member of this name
                if (path.depth() > depth + 1) {
                    deeper |= 1L << i;
                    continue;
                }
                values[i] = Scalar.at(parser);
                missing = values[i] == null ? missing : missing & ~(1L << i);
            }
            if (deeper != 0 && token == JsonToken.START_OBJECT) {
                missing = (missing & ~deeper) | readObject(parser, depth + 1, deeper, values);
            } else {
                parser.skipChildren();
            }
        }
        return missing;
    }
}
