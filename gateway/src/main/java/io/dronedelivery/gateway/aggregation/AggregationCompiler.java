package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Aggregation.AggregationDocumentation;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.backend.TargetCompiler;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.endpoint.EndpointCompiler;
import io.dronedelivery.gateway.endpoint.ReservedPaths;
import io.dronedelivery.gateway.settings.AggregationProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.ValueList;
import io.dronedelivery.gateway.template.Variable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Compiles {@code gateway.aggregations.*}; what does not fit together is noted with the property's name. */
final class AggregationCompiler extends EndpointCompiler<AggregationProperties, Aggregation> {

    private final GatewayProperties settings;
    private final Backends backends;
    private final Contracts contracts;
    private final SettingFaults faults;
    private final Map<String, String> pathsByShape = new HashMap<>();

    /** @param contracts by which variables have types that the settings do not give them */
    AggregationCompiler(
            GatewayProperties settings,
            Backends backends,
            Contracts contracts,
            ReservedPaths reserved,
            SettingFaults faults) {
        super("gateway.aggregations", settings, reserved, faults);
        this.settings = settings;
        this.backends = backends;
        this.contracts = contracts;
        this.faults = faults;
    }

    /** The aggregations in the order of the settings; those with faults are left out. */
    List<Aggregation> compile() {
        DataSize cache = settings.cache().maxSize();
        faults.require(
                cache == null || cache.toKilobytes() >= 64 && cache.toGigabytes() <= 64,
                "gateway.cache.max-size",
                cache,
                "must be from 64KB to 64GB");
        faults.requireTime("gateway.defaults.deadline", settings.defaults().deadline());
        faults.requireTime("gateway.defaults.part-timeout", settings.defaults().partTimeout());
        faults.requireTime("gateway.defaults.least-time", settings.defaults().leastTime());
        return compileAll(settings.aggregations());
    }

    @Override
    protected @Nullable Aggregation compile(
            String name, String property, @Nullable PathTemplate path, AggregationProperties properties) {
        int faultsBefore = faults.count();
        Duration deadline = properties.deadline() == null ? settings.defaults().deadline() : properties.deadline();
        faults.requireTime(property + ".deadline", deadline);
        faults.require(!properties.parts().isEmpty(), property + ".parts", null, "must have at least one part");
        faults.require(
                properties.minParts() <= Math.max(1, properties.parts().size()),
                property + ".min-parts",
                properties.minParts(),
                "must not be above the number of parts, which is "
                        + properties.parts().size());
        if (path == null) {
            return null;
        }
        checkUnique(property, path);
        List<Variable> variables = contracts.typed(properties, variables(property, path, properties));
        EndpointAccess access = access(property, properties, variables);
        checkIncluded(property + ".include-in-body", properties.includeInBody(), variables);
        List<Part> parts = new PartCompiler(
                        property + ".parts.",
                        deadline,
                        settings.defaults().partTimeout(),
                        properties.maxDepth(),
                        settings.cache().maxSize() != null,
                        new TargetCompiler(backends, variables, faults),
                        faults)
                .compile(properties.parts(), properties.includeInBody());
        if (properties.cacheable()) {
            properties
                    .parts()
                    .forEach((part, its) -> faults.require(
                            its.cache() != null,
                            property + ".cacheable",
                            true,
                            "needs a cache at each part, and '" + part + "' has none"));
        }
        int calls = parts.stream().mapToInt(Part::mostCalls).sum();
        faults.require(
                calls <= properties.maxCalls(),
                property + ".max-calls",
                properties.maxCalls(),
                "is below the " + calls + " calls that the parts may make");
        Set<String> text = new HashSet<>(properties.includeInBody());
        parts.forEach(part -> {
            text.addAll(part.target().requiredVariables());
            if (part.options().fallback() != null && part.options().fallback().target() != null) {
                text.addAll(part.options().fallback().target().requiredVariables());
            }
            part.options().headers().values().forEach(header -> text.addAll(header.variables()));
            part.options().when().stream()
                    .filter(condition -> condition.source() == PartCondition.ConditionSource.VARIABLE)
                    .forEach(condition -> text.add(condition.name()));
        });
        List<Variable> decided = new ArrayList<>(decided(property, properties, variables, text));
        if (properties.selectable()) {
            faults.require(
                    variables.stream()
                            .noneMatch(variable -> variable.name().equals(Aggregation.SELECTION)
                                    || variable.parameter().equals(Aggregation.SELECTION)),
                    property + ".selectable",
                    true,
                    "takes the query parameter '" + Aggregation.SELECTION + "', which a variable has");
            decided.add(selection(parts));
        }
        if (faults.count() > faultsBefore) {
            return null;
        }
        return new Aggregation(
                name,
                path,
                List.copyOf(decided),
                access,
                List.copyOf(properties.includeInBody()),
                deadline,
                properties.priority(),
                properties.coalesce(),
                properties.minParts(),
                properties.selectable(),
                properties.cacheable(),
                parts,
                new AggregationDocumentation(
                        properties.summary(), properties.description(), List.copyOf(properties.tags())));
    }

    /** The query parameter that names parts. */
    private static Variable selection(List<Part> parts) {
        String names = parts.stream().map(Part::name).collect(Collectors.joining("|"));
        return new Variable(
                Aggregation.SELECTION,
                Aggregation.SELECTION,
                Variable.VariableType.STRING,
                false,
                new ValueList(Math.max(1, parts.size()), false, true),
                Pattern.compile(names),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                "The parts that the caller wants. Without it the answer has all of them",
                "");
    }

    private void checkUnique(String property, PathTemplate path) {
        String other = pathsByShape.putIfAbsent(path.shape(), property + ".path");
        faults.require(other == null, property + ".path", path.text(), "cannot be told apart from " + other);
    }

    private void checkIncluded(String property, List<String> included, List<Variable> variables) {
        Set<String> seen = new HashSet<>();
        for (String name : included) {
            faults.require(
                    variables.stream().anyMatch(variable -> variable.name().equals(name)),
                    property,
                    name,
                    "names the unknown variable '" + name + "'");
            faults.require(seen.add(name), property, name, "names the variable '" + name + "' twice");
            faults.require(
                    !name.equals(AggregateBody.UNAVAILABLE) && !name.equals(AggregateBody.STALE),
                    property,
                    name,
                    "has the name under which the body lists the missing parts");
        }
    }
}
