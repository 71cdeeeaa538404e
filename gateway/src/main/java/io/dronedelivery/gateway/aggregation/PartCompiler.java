package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.TargetCompiler;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.endpoint.HeaderRules;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles the parts of one aggregation. */
final class PartCompiler {

    /** Part names are JSON names and tokens of Server-Timing, so that neither needs quoting. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private static final Set<String> RESERVED = Set.of(AggregateBody.UNAVAILABLE, ServerTiming.TOTAL);

    private final String prefix;
    private final Duration deadline;
    private final Duration defaultTimeout;
    private final TargetCompiler targets;
    private final SettingFaults faults;

    /** @param prefix the name of the properties up to the part's name */
    PartCompiler(
            String prefix, Duration deadline, Duration defaultTimeout, TargetCompiler targets, SettingFaults faults) {
        this.prefix = prefix;
        this.deadline = deadline;
        this.defaultTimeout = defaultTimeout;
        this.targets = targets;
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
        Backend backend = targets.backend(property + ".backend", properties.backend());
        TargetTemplate target = targets.target(property + ".path", properties.path());
        HeaderRules.TO_PART.check(property + ".request-headers", properties.requestHeaders(), faults);
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
                whenNoContent(properties),
                List.copyOf(properties.requestHeaders()),
                new ContentTypes(properties.accept()),
                properties.description());
    }

    /** An optional part without a value is complete; the answer may not have promised one. */
    private static WhenAbsent whenNoContent(PartProperties properties) {
        WhenAbsent chosen = properties.whenNoContent();
        if (chosen != null) {
            return chosen;
        }
        return properties.required() ? properties.whenNotFound() : WhenAbsent.AS_NULL;
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

    private void checkAccept(String property, List<String> types) {
        faults.require(!types.isEmpty(), property, null, "must name at least one media type");
        for (String type : types) {
            faults.require(
                    ContentTypes.isForm(type),
                    property,
                    type,
                    "has '" + type + "', which is not a media type such as application/json, application/* or"
                            + " application/*+json");
        }
    }
}
