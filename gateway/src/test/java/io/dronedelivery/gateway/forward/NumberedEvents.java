package io.dronedelivery.gateway.forward;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads events that begin with a number from the chunks of an answer, wherever a chunk begins. */
final class NumberedEvents {

    private static final Pattern EVENT = Pattern.compile("data: (\\d+) x+\n\n");

    private final BufferedReader reader;
    private final StringBuilder text = new StringBuilder();
    private boolean headRead;

    NumberedEvents(InputStream in) {
        reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
    }

    /** The number of the next event. */
    long next() throws IOException {
        while (true) {
            Matcher event = EVENT.matcher(text);
            if (event.lookingAt()) {
                long number = Long.parseLong(event.group(1));
                text.delete(0, event.end());
                return number;
            }
            readChunk();
        }
    }

    private void readChunk() throws IOException {
        while (!headRead) {
            headRead = reader.readLine().isEmpty();
        }
        char[] chunk = new char[Integer.parseInt(reader.readLine(), 16)];
        for (int read = 0; read < chunk.length; ) {
            read += reader.read(chunk, read, chunk.length - read);
        }
        reader.readLine();
        text.append(chunk);
    }
}
