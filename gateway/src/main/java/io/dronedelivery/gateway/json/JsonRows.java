package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.json.JsonPath.PathStep;
import io.dronedelivery.gateway.json.JsonValues.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the elements of a list in a JSON text by a key that each of them has. Thread-safe. */
public final class JsonRows {

    private final @Nullable JsonPath list;
    private final JsonValues key = new JsonValues();

    private static final class Key implements ValueSink {
        private @Nullable String text;

        @Override
        public void text(int slot, String value) {
            text = value;
        }

        @Override
        public void structure(int slot) {
            text = null;
        }
    }

    /**
     * @param list where the list is, null when it is the whole text
     * @param by where the key is in an element
     */
    public JsonRows(@Nullable JsonPath list, JsonPath by) {
        this.list = list;
        key.add(by, 0);
    }

    /**
     * The elements by their keys. Of several elements with one key the first counts; an element without a key is left out.
     *
     * @param text one JSON value, as {@link JsonCheck} accepts it
     * @return null when there is no list
     */
    public @Nullable Map<String, byte[]> byKey(byte[] text) {
        int at = JsonCheck.skipSpace(text, 0, text.length);
        if (list != null) {
            for (PathStep step : list.steps()) {
                at = at < 0 || !(step instanceof PathStep.Member member) ? -1 : member(text, at, member.name());
            }
        }
        if (at < 0 || text[at] != '[') {
            return null;
        }
        Map<String, byte[]> rows = new HashMap<>();
        at = JsonCheck.skipSpace(text, at + 1, text.length);
        while (text[at] != ']') {
            Key found = new Key();
            int end = key.readFrom(text, at, found);
            if (found.text != null) {
                rows.putIfAbsent(found.text, Arrays.copyOfRange(text, at, end));
            }
            at = JsonValues.next(text, end);
        }
        return rows;
    }

    private static int member(byte[] text, int object, String name) {
        if (text[object] != '{') {
            return -1;
        }
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        int at = JsonCheck.skipSpace(text, object + 1, text.length);
        while (text[at] != '}') {
            int endOfName = JsonString.end(text, at + 1, text.length);
            int value = JsonBytes.valueOfMember(text, endOfName);
            if (JsonBytes.isName(text, at + 1, endOfName - 1, wanted)) {
                return value;
            }
            at = JsonValues.next(text, JsonBytes.endOfValue(text, value));
        }
        return -1;
    }
}
