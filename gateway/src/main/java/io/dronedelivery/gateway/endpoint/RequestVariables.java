package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;

/** Reads the values of an endpoint's variables from a request, each checked. */
public final class RequestVariables {

    private final Variable[] variables;
    private final boolean[] inTargetPath;
    private final int inPath;
    private final EndpointAccess access;

    /**
     * @param variables those of the path in the order of the path, then the query parameters
     * @param access who may ask for which of their values
     * @param targets the targets that the values are written into
     */
    public RequestVariables(
            PathTemplate path, List<Variable> variables, EndpointAccess access, List<TargetTemplate> targets) {
        this.access = access;
        this.variables = variables.toArray(Variable[]::new);
        this.inTargetPath = new boolean[variables.size()];
        for (int i = 0; i < inTargetPath.length; i++) {
            String name = variables.get(i).name();
            inTargetPath[i] =
                    targets.stream().anyMatch(target -> target.pathVariables().contains(name));
        }
        this.inPath = path.variables().size();
    }

    /**
     * The values in the order of the variables; null for an absent query parameter.
     *
     * @throws ProblemException naming the variable at fault; or not found, when they name somebody else's things
     */
    public @Nullable String[] read(RoutedRequest routed) {
        @Nullable String[] values = read(routed.exchange().getRequest(), routed.rawValues());
        access.checkOwner(routed.caller(), values);
        return values;
    }

    private @Nullable String[] read(ServerHttpRequest request, String[] rawValues) {
        @Nullable String[] values = new String[variables.length];
        for (int i = 0; i < inPath; i++) {
            values[i] = read(i, rawValues[i]);
        }
        if (variables.length > inPath) {
            MultiValueMap<String, String> query = request.getQueryParams();
            for (int i = inPath; i < variables.length; i++) {
                values[i] = queryValue(i, query.get(variables[i].name()));
            }
        }
        return values;
    }

    private String read(int index, String raw) {
        String value = variables[index].read(raw);
        if (inTargetPath[index]) {
            variables[index].checkSegment(value);
        }
        return value;
    }

    private @Nullable String queryValue(int index, @Nullable List<@Nullable String> found) {
        Variable variable = variables[index];
        if (found == null || found.isEmpty()) {
            if (variable.required()) {
                throw ProblemException.invalid(variable.name(), "is missing");
            }
            return null;
        }
        if (found.size() > 1) {
            throw ProblemException.invalid(variable.name(), "must be given once");
        }
        String value = found.get(0);
        return read(index, value == null ? "" : value);
    }
}
