package io.dronedelivery.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in JSON texts of one kind, and the places that paths lead to from it. Thread-safe once the paths are added.
 *
 * @param <N> its own type
 */
abstract class PathNode<N extends PathNode<N>> {

    private final List<byte[]> names = new ArrayList<>(2);
    private final List<N> members = new ArrayList<>(2);
    private @Nullable N each;

    /** A place without further ones. */
    abstract N create();

    /** The member of that name, which is added when it is not there. */
    final N add(String text) {
        byte[] name = text.getBytes(StandardCharsets.UTF_8);
        N known = member(name, 0, name.length);
        if (known == null) {
            known = create();
            names.add(name);
            members.add(known);
        }
        return known;
    }

    /** Each element of an array, which is added when it is not there. */
    final N addEach() {
        if (each == null) {
            each = create();
        }
        return each;
    }

    /** The member of the name at that place of a text, null when no path leads to it. */
    final @Nullable N member(byte[] text, int from, int to) {
        for (int i = 0; i < names.size(); i++) {
            if (JsonBytes.isName(text, from, to, names.get(i))) {
                return members.get(i);
            }
        }
        return null;
    }

    final List<N> members() {
        return members;
    }

    public final List<String> names() {
        return names.stream()
                .map(name -> new String(name, StandardCharsets.UTF_8))
                .toList();
    }

    /** Each element of an array, null when no path leads there. */
    public final @Nullable N each() {
        return each;
    }
}
