package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.ValueList;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.problem.ProblemException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of an endpoint's variables from a request, each checked. The query is read as the caller wrote it. The framework would put a
 * list for each parameter into a map; a comma between values then looks like a comma within a value.
 */
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
     * @throws ProblemException naming the variable at fault; or not found, when they name another owner's data
     */
    public @Nullable String[] read(RoutedRequest routed) {
        @Nullable String[] values = new String[variables.length];
        for (int i = 0; i < inPath; i++) {
            values[i] = inTarget(i, variables[i].read(routed.rawValues()[i]));
        }
        if (variables.length > inPath) {
            readQuery(routed.exchange().getRequest().getURI().getRawQuery(), values);
        }
        access.checkOwner(routed.caller(), values);
        return values;
    }

    private String inTarget(int index, String value) {
        if (inTargetPath[index]) {
            variables[index].checkSegment(value);
        }
        return value;
    }

    private void readQuery(@Nullable String query, @Nullable String[] values) {
        int[] given = new int[variables.length];
        int length = query == null ? 0 : query.length();
        for (int start = 0; query != null && start < length; ) {
            int next = query.indexOf('&', start);
            int end = next < 0 ? length : next;
            int equals = query.indexOf('=', start);
            int endOfName = equals < 0 || equals > end ? end : equals;
            int index = indexOf(query, start, endOfName);
            if (index >= 0) {
                readParameter(index, endOfName == end ? null : query.substring(endOfName + 1, end), values, given);
            }
            start = end + 1;
        }
        for (int i = inPath; i < variables.length; i++) {
            if (given[i] == 0 && variables[i].required()) {
                throw variables[i].refused("is missing");
            }
        }
    }

    private int indexOf(String query, int start, int end) {
        String name = decoded(query.substring(start, end));
        for (int i = inPath; i < variables.length; i++) {
            if (variables[i].parameter().equals(name)) {
                return i;
            }
        }
        return name.endsWith("[]") ? indexOfList(name.substring(0, name.length() - 2)) : -1;
    }

    /** Many a client writes brackets behind the name of a list. */
    private int indexOfList(String name) {
        for (int i = inPath; i < variables.length; i++) {
            if (variables[i].values() != null && variables[i].parameter().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** @param raw as the caller has written it, null for a name without a value */
    private void readParameter(int index, @Nullable String raw, @Nullable String[] values, int[] given) {
        Variable variable = variables[index];
        ValueList list = variable.values();
        if (list == null) {
            if (given[index]++ > 0) {
                throw variable.refused("must be given once");
            }
            String value = variable.readParameter(raw == null ? "" : decoded(raw));
            values[index] = value == null ? null : inTarget(index, value);
        } else if (raw == null || list.exploded()) {
            addTo(index, list, raw, values, given);
        } else {
            for (int start = 0; start <= raw.length(); ) {
                int comma = raw.indexOf(',', start);
                int end = comma < 0 ? raw.length() : comma;
                addTo(index, list, raw.substring(start, end), values, given);
                start = end + 1;
            }
        }
    }

    private void addTo(int index, ValueList list, @Nullable String raw, @Nullable String[] values, int[] given) {
        Variable variable = variables[index];
        if (++given[index] > list.max()) {
            throw variable.refused("must have at most " + list.max() + " values");
        }
        String value = variable.readParameter(raw == null ? "" : decoded(raw));
        if (value != null) {
            values[index] = list.add(values[index], raw == null ? null : value);
        }
    }

    /** Bytes that are no UTF-8 become U+FFFD, which {@link Variable} refuses. */
    private static String decoded(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
