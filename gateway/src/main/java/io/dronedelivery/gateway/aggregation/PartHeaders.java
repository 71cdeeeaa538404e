package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.template.TextTemplate;
import io.dronedelivery.gateway.template.Variable;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that the settings give a part's call. */
final class PartHeaders {

    private final Map<AsciiString, TextTemplate> headers = new LinkedHashMap<>();
    private final List<String> names;

    /** @param names of the values in their order */
    PartHeaders(Map<String, TextTemplate> headers, List<Variable> names) {
        this.names = names.stream().map(Variable::name).toList();
        headers.forEach((name, template) -> this.headers.put(AsciiString.cached(name), template));
    }

    /** Their values, null for one with an absent variable. */
    List<@Nullable String> expand(@Nullable String[] values) {
        List<@Nullable String> expanded = new ArrayList<>();
        headers.values().forEach(template -> expanded.add(template.expand(names, values)));
        return expanded;
    }

    /** Adds them; one with an absent variable is left out. */
    void addTo(HttpHeaders call, @Nullable String[] values) {
        headers.forEach((name, template) -> {
            String value = template.expand(names, values);
            if (value != null) {
                call.set(name, value);
            }
        });
    }
}
