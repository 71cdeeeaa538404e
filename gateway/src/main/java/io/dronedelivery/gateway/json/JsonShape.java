package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.json.JsonPath.PathStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves members out of a JSON text, renames them, and puts values in the place of the objects that have them. Ranges of the bytes are copied, and
 * nothing is built from them. All paths are those of the original text. Thread-safe once it is complete.
 */
public final class JsonShape {

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final ShapeNode root = new ShapeNode();
    private final ShapeNode top;
    private final List<ShapeRule> rules = new ArrayList<>();

    /** @param setting the name of its setting */
    public record ShapeRule(String setting, JsonPath path) {}

    private static final class Output {
        private byte[] bytes;
        private int length;

        Output(int size) {
            bytes = new byte[size];
        }

        Output add(char c) {
            room(1);
            bytes[length++] = (byte) c;
            return this;
        }

        Output add(byte[] from, int start, int end) {
            room(end - start);
            System.arraycopy(from, start, bytes, length, end - start);
            length += end - start;
            return this;
        }

        private void room(int more) {
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
            }
        }
    }

    /** @param list whether it is for each element of an array, and not for the whole text */
    public JsonShape(boolean list) {
        this.top = list ? root.next(new PathStep.EachElement()) : root;
    }

    /** What becomes of the text or, for an array, of each element. */
    public ShapeNode top() {
        return top;
    }

    /** The paths, in the order in which they were set. */
    public List<ShapeRule> rules() {
        return List.copyOf(rules);
    }

    /** Keeps a value and, of the objects around it, nothing but what is kept, renamed or unwrapped. */
    public void keep(JsonPath path) {
        rules.add(new ShapeRule("keep", path));
        ShapeNode node = top;
        for (PathStep step : path.steps()) {
            node.strict = !node.whole;
            node = named(node.next(step));
        }
        node.whole = true;
        node.strict = false;
    }

    /** Leaves a member out. */
    public void drop(JsonPath path) {
        rules.add(new ShapeRule("drop", path));
        lastMember(path);
        ShapeNode node = top;
        for (PathStep step : path.steps()) {
            node = node.next(step);
        }
        node.dropped = true;
    }

    /** Gives a member another name; a member of the original text that has that name is left out. */
    public void rename(JsonPath path, String to) {
        rules.add(new ShapeRule("rename", path));
        lastMember(path);
        ShapeNode around = around(path);
        ShapeNode node = around.next(path.steps().get(path.steps().size() - 1));
        named(node).newName = ('"' + to + '"').getBytes(StandardCharsets.UTF_8);
        if (!around.addNewName(to)) {
            throw new IllegalArgumentException("gives two members the name '" + to + "'");
        }
    }

    /** Puts the value of a member in the place of the object that has it. */
    public void unwrap(JsonPath path) {
        rules.add(new ShapeRule("unwrap", path));
        lastMember(path);
        ShapeNode around = around(path);
        if (around.unwrapped != null) {
            throw new IllegalArgumentException("puts two members in the place of one object");
        }
        around.unwrapped = named(around.next(path.steps().get(path.steps().size() - 1)));
    }

    private static ShapeNode named(ShapeNode node) {
        node.named = true;
        return node;
    }

    private ShapeNode around(JsonPath path) {
        ShapeNode node = top;
        for (PathStep step : path.steps().subList(0, path.steps().size() - 1)) {
            node = named(node.next(step));
        }
        return node;
    }

    private static void lastMember(JsonPath path) {
        if (!(path.steps().get(path.steps().size() - 1) instanceof PathStep.Member)) {
            throw new IllegalArgumentException("must end with the name of a member");
        }
    }

    /** @throws IllegalArgumentException when a member would have the name that another one gets */
    public void check() {
        root.check();
    }

    /** @param text one JSON value, as {@link JsonCheck} accepts it */
    public byte[] apply(byte[] text) {
        Output out = new Output(text.length + NULL.length);
        write(root, text, JsonCheck.skipSpace(text, 0, text.length), out);
        return Arrays.copyOf(out.bytes, out.length);
    }

    /** Writes what is left of the value that begins there; the index after it. */
    private static int write(ShapeNode node, byte[] text, int at, Output out) {
        byte first = text[at];
        if (first == '{' && node.unwrapped != null) {
            return writeUnwrapped(node.unwrapped, node, text, at, out);
        }
        if (first == '{' && !node.members().isEmpty()) {
            return writeMembers(node, text, at, out);
        }
        if (first == '[' && node.each() != null) {
            return writeElements(node.each(), text, at, out);
        }
        int end = JsonBytes.endOfValue(text, at);
        if (node.strict || node.unwrapped != null) {
            // It is not what the shape is for, so nothing of it is kept.
            out.add(NULL, 0, NULL.length);
        } else {
            out.add(text, at, end);
        }
        return end;
    }

    private static int writeUnwrapped(ShapeNode member, ShapeNode node, byte[] text, int from, Output out) {
        boolean found = false;
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        while (text[at] != '}') {
            int endOfName = JsonString.end(text, at + 1, text.length);
            boolean here = !found && node.member(text, at + 1, endOfName - 1) == member;
            at = JsonBytes.valueOfMember(text, endOfName);
            at = here ? write(member, text, at, out) : JsonBytes.endOfValue(text, at);
            found |= here;
            at = JsonValues.next(text, at);
        }
        if (!found) {
            out.add(NULL, 0, NULL.length);
        }
        return at + 1;
    }

    private static int writeMembers(ShapeNode node, byte[] text, int from, Output out) {
        out.add('{');
        boolean empty = true;
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        while (text[at] != '}') {
            int name = at;
            int endOfName = JsonString.end(text, at + 1, text.length);
            ShapeNode member = node.member(text, name + 1, endOfName - 1);
            at = JsonBytes.valueOfMember(text, endOfName);
            if (node.skips(text, name + 1, endOfName - 1, member)) {
                at = JsonBytes.endOfValue(text, at);
            } else {
                if (!empty) {
                    out.add(',');
                }
                empty = false;
                at = writeMember(member, text, name, endOfName, at, out);
            }
            at = JsonValues.next(text, at);
        }
        out.add('}');
        return at + 1;
    }

    private static int writeMember(
            @Nullable ShapeNode member, byte[] text, int name, int endOfName, int value, Output out) {
        if (member == null) {
            int end = JsonBytes.endOfValue(text, value);
            out.add(text, name, end);
            return end;
        }
        if (member.newName == null) {
            out.add(text, name, endOfName);
        } else {
            out.add(member.newName, 0, member.newName.length);
        }
        return write(member, text, value, out.add(':'));
    }

    private static int writeElements(ShapeNode each, byte[] text, int from, Output out) {
        out.add('[');
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        boolean empty = true;
        while (text[at] != ']') {
            if (!empty) {
                out.add(',');
            }
            empty = false;
            at = JsonValues.next(text, write(each, text, at, out));
        }
        out.add(']');
        return at + 1;
    }
}
