package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.time.Duration;
import java.util.List;

/**
 * One call of the gateway that becomes parallel calls to backends. Usually compiled from {@code gateway.aggregations.*}; a bean of
 * this type is served as well.
 *
 * @param name the name in the configuration and in metrics
 * @param path where it is called
 * @param variables the path's variables in the order of the path, then the query parameters
 * @param includeInBody names of variables that the body begins with
 * @param deadline time for the whole
 * @param priority which requests are refused first under overload
 * @param coalesce whether identical requests at the same time share one set of calls
 * @param minParts how many parts have to be there at least
 * @param selectable whether a caller may name the parts that it wants; the variables then have {@link #SELECTION}
 * @param cacheable whether the whole answer is kept for as long as its parts are fresh; each part has a {@code cache} then
 * @param parts the parts in the order of the body
 * @param documentation what the API's documentation says
 */
public record Aggregation(
        String name,
        PathTemplate path,
        List<Variable> variables,
        EndpointAccess access,
        List<String> includeInBody,
        Duration deadline,
        Priority priority,
        boolean coalesce,
        int minParts,
        boolean selectable,
        boolean cacheable,
        List<Part> parts,
        AggregationDocumentation documentation) {

    /** The query parameter by which a caller names the parts that it wants. */
    public static final String SELECTION = "parts";

    /** @throws IllegalArgumentException when there is no part, or a part may take longer than the whole */
    public Aggregation {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("aggregation '" + name + "' must have at least one part");
        }
        for (Part part : parts) {
            if (part.timeout().compareTo(deadline) > 0) {
                throw new IllegalArgumentException("part '" + part.name() + "' of aggregation '" + name
                        + "' has a timeout of " + part.timeout() + ", which is above the deadline of " + deadline);
            }
        }
    }

    /**
     * @param summary one line
     * @param description a paragraph
     * @param tags groups
     */
    public record AggregationDocumentation(String summary, String description, List<String> tags) {}

    /** Whether every answer has the part: it is required, and nothing lets it be left out. */
    public boolean isAlwaysThere(Part part) {
        return part.required()
                && !selectable
                && part.options().when().isEmpty()
                && part.references().stream()
                        .map(reference -> Reference.parse(reference).part())
                        .allMatch(name -> parts.stream()
                                .filter(other -> other.name().equals(name))
                                .allMatch(this::isAlwaysThere));
    }

    /** The names of the variables, in their order. */
    public List<String> variableNames() {
        return variables.stream().map(Variable::name).toList();
    }
}
