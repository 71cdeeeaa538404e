package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.json.JsonPath.PathStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves members out of a JSON text, renames them, and puts values in the place of the objects that have them. Ranges of the bytes are copied, and
 * nothing is built from them. All paths are those of the original text. Thread-safe once it is complete.
 */
public final class JsonShape {

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final Node root = new Node();
    private final Node top;

    /** What becomes of the value at one place. */
    private static final class Node {
        private final List<byte[]> names = new ArrayList<>(2);
        private final List<Node> members = new ArrayList<>(2);
        private final Set<String> newNames = new HashSet<>();
        private @Nullable Node each;
        private @Nullable Node unwrapped;
        private byte @Nullable [] newName;
        private boolean dropped;
        /** Whether its place is one that stays where only named ones do. */
        private boolean named;
        /** Whether only what is named stays of it. */
        private boolean strict;

        private boolean whole;

        Node next(PathStep step) {
            if (step instanceof PathStep.Member member) {
                return member(member.name());
            }
            if (step instanceof PathStep.Element) {
                throw new IllegalArgumentException("has an index; a shape is for all elements, [*]");
            }
            if (each == null) {
                each = new Node();
            }
            return each;
        }

        private Node member(String text) {
            byte[] name = text.getBytes(StandardCharsets.UTF_8);
            Node known = member(name, 0, name.length);
            if (known == null) {
                known = new Node();
                names.add(name);
                members.add(known);
            }
            return known;
        }

        @Nullable
        Node member(byte[] text, int from, int to) {
            for (int i = 0; i < names.size(); i++) {
                if (JsonBytes.isName(text, from, to, names.get(i))) {
                    return members.get(i);
                }
            }
            return null;
        }

        boolean skips(byte[] text, int from, int to, @Nullable Node member) {
            if (member != null) {
                return member.dropped || strict && !member.named;
            }
            return strict || !newNames.isEmpty() && newNames.contains(JsonBytes.string(text, from, to));
        }
    }

    /** The bytes that are left. */
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

    /** Keeps a value and, of the objects around it, nothing but what is kept, renamed or unwrapped. */
    public void keep(JsonPath path) {
        Node node = top;
        for (PathStep step : path.steps()) {
            node.strict = !node.whole;
            node = named(node.next(step));
        }
        node.whole = true;
        node.strict = false;
    }

    /** Leaves a member out. */
    public void drop(JsonPath path) {
        lastMember(path);
        Node node = top;
        for (PathStep step : path.steps()) {
            node = node.next(step);
        }
        node.dropped = true;
    }

    /** Gives a member another name; a member of the original text that has that name is left out. */
    public void rename(JsonPath path, String to) {
        lastMember(path);
        Node around = around(path);
        Node node = around.next(path.steps().get(path.steps().size() - 1));
        named(node).newName = ('"' + to + '"').getBytes(StandardCharsets.UTF_8);
        if (!around.newNames.add(to)) {
            throw new IllegalArgumentException("gives two members the name '" + to + "'");
        }
    }

    /** Puts the value of a member in the place of the object that has it. */
    public void unwrap(JsonPath path) {
        lastMember(path);
        Node around = around(path);
        if (around.unwrapped != null) {
            throw new IllegalArgumentException("puts two members in the place of one object");
        }
        around.unwrapped = named(around.next(path.steps().get(path.steps().size() - 1)));
    }

    private static Node named(Node node) {
        node.named = true;
        return node;
    }

    private Node around(JsonPath path) {
        Node node = top;
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
        check(root);
    }

    private static void check(Node node) {
        for (int i = 0; i < node.members.size(); i++) {
            String name = new String(node.names.get(i), StandardCharsets.UTF_8);
            Node member = node.members.get(i);
            if (node.newNames.contains(name) && member.newName == null && !member.dropped) {
                throw new IllegalArgumentException("gives a member the name '" + name + "', which another one has");
            }
            check(member);
        }
        if (node.each != null) {
            check(node.each);
        }
    }

    /**
     * The shaped text.
     *
     * @param text one JSON value, as {@link JsonCheck} accepts it
     */
    public byte[] apply(byte[] text) {
        Output out = new Output(text.length + NULL.length);
        write(root, text, JsonCheck.skipSpace(text, 0, text.length), out);
        return Arrays.copyOf(out.bytes, out.length);
    }

    /** Writes what is left of the value that begins there; the index after it. */
    private static int write(Node node, byte[] text, int at, Output out) {
        byte first = text[at];
        if (first == '{' && node.unwrapped != null) {
            return writeUnwrapped(node.unwrapped, node, text, at, out);
        }
        if (first == '{' && !node.members.isEmpty()) {
            return writeMembers(node, text, at, out);
        }
        if (first == '[' && node.each != null) {
            return writeElements(node.each, text, at, out);
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

    private static int writeUnwrapped(Node member, Node node, byte[] text, int from, Output out) {
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

    private static int writeMembers(Node node, byte[] text, int from, Output out) {
        out.add('{');
        boolean empty = true;
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        while (text[at] != '}') {
            int name = at;
            int endOfName = JsonString.end(text, at + 1, text.length);
            Node member = node.member(text, name + 1, endOfName - 1);
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

    private static int writeMember(@Nullable Node member, byte[] text, int name, int endOfName, int value, Output out) {
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

    private static int writeElements(Node each, byte[] text, int from, Output out) {
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
