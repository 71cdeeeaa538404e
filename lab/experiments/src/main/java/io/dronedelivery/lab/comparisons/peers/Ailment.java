package io.dronedelivery.lab.comparisons.peers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What may be wrong with a backend. An {@link AilingBackend} has all of them at once, each at a separate path. */
public enum Ailment {
    NONE("is well"),
    HANGS("hangs"),
    RESETS("resets the connection"),
    DRIPS("drips, a byte in a tenth of a second and without an end"),
    FAILS("answers 500"),
    GARBAGE("answers what is no JSON");

    private final String text;

    Ailment(String text) {
        this.text = text;
    }

    /** All that is wrong. */
    public static List<Ailment> all() {
        return Stream.of(values()).filter(ailment -> ailment != NONE).toList();
    }

    /** What a backend does that has it. */
    public String text() {
        return text;
    }

    /** Its name in options, settings and paths. */
    public String label() {
        return this == NONE ? "well" : name().toLowerCase(Locale.ROOT);
    }

    /** The path at the backend. */
    public String path() {
        return '/' + label();
    }
}
