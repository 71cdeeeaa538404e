package io.dronedelivery.gateway.door;

import io.dronedelivery.gateway.door.Door.DoorEndpoint;
import io.dronedelivery.gateway.door.Door.DoorPart;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/** The door as HTML, without scripts and without files of other hosts. Its links are relative, so that they keep a base path. */
final class DoorPage {

    static final String STYLE = """
            :root { color-scheme: light dark }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
            table { border-collapse: collapse; width: 100% }
            th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-top: 1px solid #8886 }
            code { overflow-wrap: anywhere }
            small { opacity: .75 }
            """;

    private DoorPage() {}

    static String of(Door door) {
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .append("<title>" + text(door.application()) + "</title>\n<style>" + STYLE
                        + "</style></head>\n<body>\n")
                .append("<h1>" + text(door.application()) + "</h1>\n<p>");
        link(html, relative(door.page()), "API documentation");
        link(html, relative(door.documentation()), "OpenAPI document");
        link(html, door.livePage(), "Live page");
        html.append("</p>\n");
        if (!door.tokens()) {
            html.append("<p>No issuer is configured, so no caller needs a token.</p>\n");
        }
        table(html, "Aggregations", door.aggregations());
        table(html, "Forwards", door.forwards());
        return html.append("</body>\n</html>\n").toString();
    }

    private static void link(StringBuilder html, @Nullable String target, String label) {
        if (target != null) {
            html.append("<a href=\"" + text(target) + "\">" + label + "</a> &nbsp; ");
        }
    }

    private static @Nullable String relative(@Nullable String path) {
        return path == null ? null : "." + path;
    }

    private static void table(StringBuilder html, String title, List<DoorEndpoint> endpoints) {
        html.append("<h2>" + title + "</h2>\n");
        if (endpoints.isEmpty()) {
            html.append("<p>None.</p>\n");
            return;
        }
        html.append("<table>\n<tr><th>name</th><th>call</th><th>access</th><th>within</th></tr>\n");
        endpoints.forEach(endpoint -> html.append("<tr><td>" + text(endpoint.name()) + "</td><td>" + call(endpoint)
                + "</td><td>" + text(endpoint.access()) + "</td><td>" + endpoint.withinMillis() + " ms</td></tr>\n"));
        html.append("</table>\n");
    }

    private static String call(DoorEndpoint endpoint) {
        String call = "<code>" + endpoint.method() + " " + text(endpoint.path()) + "</code>";
        String example = relative(endpoint.example());
        List<DoorPart> parts = endpoint.parts();
        return (example == null ? call : "<a href=\"" + text(example) + "\">" + call + "</a>")
                + (endpoint.summary().isBlank() ? "" : "<br>" + text(endpoint.summary()))
                + (parts == null ? "" : "<br><small>" + parts(parts) + "</small>");
    }

    private static String parts(List<DoorPart> parts) {
        return parts.stream()
                .map(part -> text(part.name()) + " (" + (part.required() ? "required" : "optional") + ", "
                        + part.withinMillis() + " ms)")
                .collect(Collectors.joining(" &middot; "));
    }

    private static String text(String plain) {
        return HtmlUtils.htmlEscape(plain, StandardCharsets.UTF_8.name());
    }
}
