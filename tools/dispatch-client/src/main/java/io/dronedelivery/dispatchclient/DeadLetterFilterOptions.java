package io.dronedelivery.dispatchclient;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class DeadLetterFilterOptions {

    @Option(names = "--reason", paramLabel = "<reason>", description = "With this reason, such as handler-failed.")
    private @Nullable String reason;

    @Option(names = "--type", paramLabel = "<type>", description = "Of this type of event.")
    private @Nullable String type;

    @Option(
            names = "--from",
            paramLabel = "<time>",
            description = "That became dead letters then or later, such as 2026-11-23T05:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "<time>", description = "That became dead letters before.")
    private @Nullable String to;

    /** The given options, by the API's parameter names. */
    Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "reason", reason);
        put(given, "type", type);
        put(given, "from", from);
        put(given, "to", to);
        return given;
    }

    private static void put(Map<String, String> given, String name, @Nullable String value) {
        if (value != null) {
            given.put(name, value);
        }
    }
}
