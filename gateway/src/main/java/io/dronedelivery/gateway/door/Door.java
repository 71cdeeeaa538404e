package io.dronedelivery.gateway.door;

import io.dronedelivery.gateway.aggregation.Aggregation;
import io.dronedelivery.gateway.aggregation.Part;
import io.dronedelivery.gateway.forward.Forward;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * What {@code GET /} tells: where the documentation is, and which endpoints there are. Addresses of backends are no part of it.
 *
 * @param documentation the path of the OpenAPI document, null when it is not served
 * @param page the path of the document's page, null when it is not served
 * @param livePage the address of a page that shows the requests, null when there is none
 * @param tokens whether callers need a token where an endpoint's access says so. Without an issuer they do not
 * @param aggregations in the order in which they are served
 * @param forwards in the order of the settings
 */
record Door(
        String application,
        @Nullable String documentation,
        @Nullable String page,
        @Nullable String livePage,
        boolean tokens,
        List<DoorEndpoint> aggregations,
        List<DoorEndpoint> forwards) {

    /**
     * @param summary one line, may be empty
     * @param example a path and query that can be called, null when the settings have no example of a variable
     * @param withinMillis the time for the whole; of a stream for its beginning
     * @param parts what an aggregation consists of, null for a forward
     */
    record DoorEndpoint(
            String name,
            String method,
            String path,
            String access,
            String summary,
            @Nullable String example,
            long withinMillis,
            @Nullable List<DoorPart> parts) {

        static DoorEndpoint of(Aggregation aggregation) {
            return new DoorEndpoint(
                    aggregation.name(),
                    "GET",
                    aggregation.path().text(),
                    aggregation.access().rule().toString(),
                    aggregation.documentation().summary(),
                    example(aggregation.path(), aggregation.variables()),
                    aggregation.deadline().toMillis(),
                    aggregation.parts().stream().map(DoorPart::of).toList());
        }

        static DoorEndpoint of(Forward forward) {
            return new DoorEndpoint(
                    forward.name(),
                    forward.method().name(),
                    forward.path().text(),
                    forward.access().rule().toString(),
                    forward.documentation().summary(),
                    forward.takesBody() ? null : example(forward.path(), forward.variables()),
                    forward.timeout().toMillis(),
                    null);
        }

        /** With the examples of all variables that a request must have. */
        private static @Nullable String example(PathTemplate path, List<Variable> variables) {
            String text = path.text();
            StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
            for (Variable variable : variables) {
                if (variable.required() && variable.example().isBlank()) {
                    return null;
                }
                String value = UriUtils.encode(variable.example(), StandardCharsets.UTF_8);
                if (path.variables().contains(variable.name())) {
                    text = text.replace("{" + variable.name() + "}", value);
                } else if (variable.required()) {
                    query.add(UriUtils.encode(variable.parameter(), StandardCharsets.UTF_8) + "=" + value);
                }
            }
            return text + query;
        }
    }

    /** @param withinMillis how long it may take */
    record DoorPart(String name, boolean required, long withinMillis) {

        static DoorPart of(Part part) {
            return new DoorPart(part.name(), part.required(), part.timeout().toMillis());
        }
    }
}
