package io.dronedelivery.dispatchclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses options that are addresses, and encodes their parts. */
final class HttpUri {

    private HttpUri() {}

    /** The address without a slash at its end. */
    static URI of(CommandLine commandLine, String option, String text) {
        try {
            URI parsed = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http = "http".equalsIgnoreCase(parsed.getScheme()) || "https".equalsIgnoreCase(parsed.getScheme());
            if (http && parsed.getHost() != null && parsed.getRawQuery() == null && parsed.getRawFragment() == null) {
                return parsed;
            }
        } catch (URISyntaxException e) {
            // Reported below, as any other text that is no such URL.
        }
        throw fault(commandLine, option, text, "must be an http or https URL, such as http://localhost:8080");
    }

    /** A part of a path, or a value of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static ParameterException fault(CommandLine commandLine, String option, @Nullable Object value, String reason) {
        return new ParameterException(commandLine, option + " " + reason + ", but is " + value + ".");
    }
}
