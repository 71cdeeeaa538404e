package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.json.JsonPath.PathStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the values at some paths of a JSON text in one pass. Everything beside the paths is passed over, and nothing is built but the texts
 * that are found. Thread-safe once the paths are added.
 */
public final class JsonValues {

    private final ValueNode root = new ValueNode();

    /** Receives the values in the order of the text. */
    public interface ValueSink {

        /**
         * A string without its escapes, a number as it is written, {@code true} or {@code false}. A null is not reported, like a value that is
         * not there.
         *
         * @param slot of the path
         */
        void text(int slot, String value);

        void structure(int slot);
    }

    /** A place in texts of one kind, and the paths that go on from it. */
    private static final class ValueNode extends PathNode<ValueNode> {
        private final Map<Integer, ValueNode> elements = new TreeMap<>();
        private final List<Integer> slots = new ArrayList<>(1);

        @Override
        ValueNode create() {
            return new ValueNode();
        }

        ValueNode next(PathStep step) {
            if (step instanceof PathStep.Element element) {
                return elements.computeIfAbsent(element.index(), index -> new ValueNode());
            }
            return step instanceof PathStep.Member member ? add(member.name()) : addEach();
        }
    }

    /** @param slot what the sink is told of its values */
    public void add(JsonPath path, int slot) {
        ValueNode node = root;
        for (PathStep step : path.steps()) {
            node = node.next(step);
        }
        node.slots.add(slot);
    }

    /**
     * Reports the values of a text.
     *
     * @param text one JSON value, as {@link JsonCheck} accepts it
     */
    public void read(byte[] text, ValueSink sink) {
        readFrom(text, JsonCheck.skipSpace(text, 0, text.length), sink);
    }

    /** The same for the value that begins there; the index after it. */
    int readFrom(byte[] text, int at, ValueSink sink) {
        return read(root, text, at, sink);
    }

    /** Reports what is in the value that begins there; the index after it. */
    private static int read(ValueNode node, byte[] text, int at, ValueSink sink) {
        byte first = text[at];
        if (first == '{') {
            report(node, sink);
            return node.members().isEmpty() ? JsonBytes.endOfValue(text, at) : readMembers(node, text, at, sink);
        }
        if (first == '[') {
            report(node, sink);
            boolean wanted = node.each() != null || !node.elements.isEmpty();
            return wanted ? readElements(node, text, at, sink) : JsonBytes.endOfValue(text, at);
        }
        int end = JsonBytes.endOfValue(text, at);
        if (!node.slots.isEmpty() && first != 'n') {
            String value = first == '"'
                    ? JsonBytes.string(text, at + 1, end - 1)
                    : new String(text, at, end - at, StandardCharsets.US_ASCII);
            for (int slot : node.slots) {
                sink.text(slot, value);
            }
        }
        return end;
    }

    private static void report(ValueNode node, ValueSink sink) {
        for (int slot : node.slots) {
            sink.structure(slot);
        }
    }

    private static int readMembers(ValueNode node, byte[] text, int from, ValueSink sink) {
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        while (text[at] != '}') {
            int endOfName = JsonString.end(text, at + 1, text.length);
            ValueNode member = node.member(text, at + 1, endOfName - 1);
            at = JsonBytes.valueOfMember(text, endOfName);
            at = member == null ? JsonBytes.endOfValue(text, at) : read(member, text, at, sink);
            at = next(text, at);
        }
        return at + 1;
    }

    private static int readElements(ValueNode node, byte[] text, int from, ValueSink sink) {
        int at = JsonCheck.skipSpace(text, from + 1, text.length);
        for (int index = 0; text[at] != ']'; index++) {
            int end = -1;
            if (node.each() != null) {
                end = read(node.each(), text, at, sink);
            }
            ValueNode element = node.elements.get(index);
            if (element != null) {
                end = read(element, text, at, sink);
            }
            at = next(text, end < 0 ? JsonBytes.endOfValue(text, at) : end);
        }
        return at + 1;
    }

    /** From the end of a value to the next one, or to what closes them. */
    static int next(byte[] text, int endOfValue) {
        int at = JsonCheck.skipSpace(text, endOfValue, text.length);
        return text[at] == ',' ? JsonCheck.skipSpace(text, at + 1, text.length) : at;
    }
}
