package io.dronedelivery.servicekit.testing;

import java.util.Optional;

/**
 * An answer as it came over the connection.
 *
 * @param head from the status line to the empty line
 * @param body without the marks of its chunks
 */
public record RawAnswer(String head, String body) {

    /** The status. */
    public int status() {
        return Integer.parseInt(head.substring(9, 12));
    }

    /** The first header field of that name. */
    public Optional<String> header(String name) {
        return head.lines()
                .skip(1)
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }
}
