package io.dronedelivery.gateway.endpoint;

import java.util.List;

/**
 * Where springdoc answers for the OpenAPI document and its page.
 *
 * @param all such as {@code /v3/api-docs}; each with everything below it
 */
public record DocumentationPaths(List<String> all) {

    /**
     * @param document the path of the document. In YAML it is at the path with that ending; groups and the page's settings are below these
     * @param page the path of the page, whose files are in a folder beside it
     */
    static DocumentationPaths of(String document, String page) {
        String files = page.substring(0, page.lastIndexOf('/') + 1) + "swagger-ui";
        return new DocumentationPaths(List.of(document, document + ".yaml", page, files, "/webjars"));
    }
}
