package io.dronedelivery.localstack.process;

import io.dronedelivery.localstack.application.Application;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The orders of the launcher to a JVM. They are sent over the standard input, one item a line up to an empty line. The command line would
 * show them to all users of the machine.
 *
 * @param arguments {@code --name=value}; a later one overrides an earlier one
 */
public record Orders(Application application, List<String> arguments) {

    /** The line that the JVM prints on its standard output when the application accepts requests. */
    public static final String STARTED = "local-stack: application started";

    public Orders {
        arguments = List.copyOf(arguments);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(application.name()));
        arguments.forEach(argument -> lines.add(URLEncoder.encode(argument, StandardCharsets.UTF_8)));
        lines.add("");
        return lines;
    }

    /** Reads the orders up to the empty line, and no further. */
    public static Orders read(InputStream input) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        String application = next(reader);
        List<String> arguments = new ArrayList<>();
        for (String line = next(reader); !line.isEmpty(); line = next(reader)) {
            arguments.add(URLDecoder.decode(line, StandardCharsets.UTF_8));
        }
        return new Orders(Application.valueOf(application), arguments);
    }

    private static String next(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("The launcher has said nothing, or has ended: this is started by the local stack");
        }
        return line;
    }
}
