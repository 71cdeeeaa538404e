package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.backend.ContentTypes;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeTypeUtils;

/** Compiles the parts of one aggregation. */
final class PartCompiler {

    /** Part names are JSON names and tokens of Server-Timing, so that neither needs quoting. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private static final Set<String> RESERVED = Set.of(AggregateBody.UNAVAILABLE, ServerTiming.TOTAL);
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private final String prefix;
    private final Duration deadline;
    private final Duration defaultTimeout;
    private final Backends backends;
    private final List<Variable> variables;
    private final SettingFaults faults;

    /** @param prefix the name of the properties up to the part's name */
    PartCompiler(
            String prefix,
            Duration deadline,
            Duration defaultTimeout,
            Backends backends,
            List<Variable> variables,
            SettingFaults faults) {
        this.prefix = prefix;
        this.deadline = deadline;
        this.defaultTimeout = defaultTimeout;
        this.backends = backends;
        this.variables = variables;
        this.faults = faults;
    }

    /** @param taken names that the body has already */
    List<Part> compile(Map<String, PartProperties> parts, List<String> taken) {
        List<Part> compiled = new ArrayList<>();
        parts.forEach((name, properties) -> {
            checkName(name, taken);
            Part part = compile(name, properties);
            if (part != null) {
                compiled.add(part);
            }
        });
        return List.copyOf(compiled);
    }

    private void checkName(String name, List<String> taken) {
        faults.require(
                NAME.matcher(name).matches(),
                prefix + name,
                null,
                "is not a name; use a letter followed by letters, digits, '_' and '-'");
        faults.require(!RESERVED.contains(name), prefix + name, null, "has a reserved name; reserved are " + RESERVED);
        faults.require(!taken.contains(name), prefix + name, null, "has the name of a variable in include-in-body");
    }

    private @Nullable Part compile(String name, PartProperties properties) {
        String property = prefix + name;
        Backend backend = backends.find(properties.backend());
        faults.require(
                backend != null,
                property + ".backend",
                properties.backend(),
                "is not one of the backends " + backends.names() + "; add gateway.backends." + properties.backend());
        TargetTemplate target =
                faults.template(property + ".path", properties.path(), () -> TargetTemplate.parse(properties.path()));
        if (target != null) {
            checkVariables(property + ".path", target);
        }
        properties.requestHeaders().forEach(header -> checkHeader(property + ".request-headers", header));
        checkAccept(property + ".accept", properties.accept());
        Duration timeout = timeout(property + ".timeout", properties.timeout());
        if (backend == null || target == null) {
            return null;
        }
        return new Part(
                name,
                backend,
                target,
                timeout,
                properties.required(),
                properties.whenNotFound(),
                List.copyOf(properties.requestHeaders()),
                new ContentTypes(properties.accept()),
                properties.description());
    }

    private Duration timeout(String property, @Nullable Duration timeout) {
        if (timeout == null) {
            return defaultTimeout.compareTo(deadline) < 0 ? defaultTimeout : deadline;
        }
        faults.requireTime(property, timeout);
        faults.require(
                timeout.compareTo(deadline) <= 0,
                property,
                timeout,
                "must not be above the aggregation's deadline, which is " + deadline.toMillis() + "ms");
        return timeout;
    }

    private void checkVariables(String property, TargetTemplate target) {
        Set<String> known = variables.stream().map(Variable::name).collect(Collectors.toSet());
        for (String name : target.variables()) {
            faults.require(
                    known.contains(name),
                    property,
                    target,
                    "has the unknown variable '" + name + "'; known are " + names());
        }
        for (Variable variable : variables) {
            faults.require(
                    variable.required() || !target.requiredVariables().contains(variable.name()),
                    property,
                    target,
                    "needs the variable '" + variable.name()
                            + "', which is optional; that works only as the whole value of a query parameter");
        }
    }

    private String names() {
        return variables.stream().map(Variable::name).toList().toString();
    }

    private void checkHeader(String property, String header) {
        faults.require(HEADER.matcher(header).matches(), property, header, "is not the name of a header");
        faults.require(
                PassedHeaders.mayPass(header),
                property,
                header,
                "names '" + header
                        + "', which belongs to one connection, is written by the gateway itself or changes the form of the answer");
    }

    private void checkAccept(String property, List<String> types) {
        faults.require(!types.isEmpty(), property, null, "must name at least one media type");
        for (String type : types) {
            try {
                MimeTypeUtils.parseMimeType(type);
            } catch (InvalidMimeTypeException e) {
                faults.add(property, type, "has '" + type + "', which is not a media type");
            }
        }
    }
}
