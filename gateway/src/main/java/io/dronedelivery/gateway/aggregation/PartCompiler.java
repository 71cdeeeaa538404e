package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.TargetCompiler;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.cache.CacheRule;
import io.dronedelivery.gateway.endpoint.HeaderRules;
import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.json.JsonPath;
import io.dronedelivery.gateway.json.JsonShape;
import io.dronedelivery.gateway.settings.AggregationProperties.ConditionProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.FallbackProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.ListCallProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.PartCacheProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.RenameProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.settings.HedgeProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.TextTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * @param prefix the name of the properties up to the part's name
 * @param maxDepth the most calls that may follow one after another
 * @param hasCache whether answers have a bound of memory in which they may be kept
 */
record PartCompiler(
        String prefix,
        Duration deadline,
        Duration defaultTimeout,
        int maxDepth,
        boolean hasCache,
        TargetCompiler targets,
        SettingFaults faults) {

    /** Part names are JSON names and tokens of Server-Timing, so that neither needs quoting. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private static final int VALUE_DEPTH = 64;

    private static final Duration LONGEST_KEPT = Duration.ofDays(7);

    private static final Set<String> RESERVED =
            Set.of(AggregateBody.UNAVAILABLE, AggregateBody.STALE, ServerTiming.TOTAL);

    /** @param taken names that the body has already */
    List<Part> compile(Map<String, PartProperties> parts, List<String> taken) {
        List<PartDraft> drafts = new ArrayList<>();
        parts.forEach((name, properties) -> {
            checkName(name, taken);
            drafts.add(draft(name, properties));
        });
        boolean[] required = new PartGraphCompiler(drafts, maxDepth, faults).required();
        List<Part> compiled = new ArrayList<>();
        for (int i = 0; required != null && i < required.length; i++) {
            Part part = compile(drafts.get(i), required[i]);
            if (part != null) {
                compiled.add(part);
            }
        }
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

    private PartDraft draft(String name, PartProperties properties) {
        String property = prefix + name;
        Backend backend = targets.backend(property + ".backend", properties.backend());
        ListCall list = list(property, properties);
        TargetCompiler known = list == null ? targets : targets.with(list.element());
        TargetTemplate target = known.targetOfPart(property + ".path", properties.path());
        faults.require(
                list == null
                        || target == null
                        || target.variables().contains(list.element().name()),
                property + ".path",
                target,
                "must have the element: {" + (list == null ? "" : list.element().name()) + "}");
        HeaderRules.TO_PART.check(property + ".request-headers", properties.requestHeaders(), faults);
        checkAccept(property + ".accept", properties.accept());
        Duration timeout = timeout(property + ".timeout", properties.timeout());
        checkHedge(property + ".hedge", properties, backend, timeout);
        return new PartDraft(
                name, property, properties, backend, target, timeout, options(property, properties, known, list));
    }

    private PartOptions options(
            String property, PartProperties properties, TargetCompiler known, @Nullable ListCall list) {
        Map<String, TextTemplate> headers = new LinkedHashMap<>();
        properties.headers().forEach((name, value) -> {
            String header = property + ".headers." + name;
            HeaderRules.TO_PART.check(header, List.of(name), faults);
            faults.require(
                    properties.requestHeaders().stream().noneMatch(name::equalsIgnoreCase),
                    header,
                    value,
                    "is one of request-headers, too");
            TextTemplate template = faults.template(header, value, () -> TextTemplate.parse(value));
            if (template != null) {
                known.checkKnown(header, value, template.variables());
                headers.put(name, template);
            }
        });
        return new PartOptions(
                headers,
                conditions(property, properties.when()),
                list,
                shape(property, properties),
                fallback(property + ".fallback", properties),
                cache(property, properties),
                properties.coalesce(),
                properties.retry(),
                properties.hedge());
    }

    private void checkHedge(String property, PartProperties properties, @Nullable Backend backend, Duration timeout) {
        HedgeProperties hedge = properties.hedge();
        if (hedge != null) {
            hedge.check(property, timeout, faults);
            faults.require(properties.retry(), property, null, "sends a call twice, and retry is off");
            targets.checkBudgetForHedge(property, backend);
        }
    }

    /** A last good answer is one that is kept for failures alone. */
    private @Nullable CacheRule cache(String property, PartProperties properties) {
        FallbackProperties fallback = properties.fallback();
        Duration lastGood = fallback == null ? null : fallback.lastGood();
        PartCacheProperties settings = properties.cache();
        String bound = "needs gateway.cache.max-size, the memory of all kept answers";
        if (settings == null) {
            faults.require(lastGood == null || hasCache, property + ".fallback.last-good", lastGood, bound);
            return fallback == null || lastGood == null
                    ? null
                    : new CacheRule(Duration.ZERO, Duration.ZERO, lastGood, fallback.shared(), null, false);
        }
        String name = property + ".cache";
        faults.require(hasCache, name, null, bound);
        faults.require(
                lastGood == null,
                property + ".fallback.last-good",
                lastGood,
                "is what cache.stale-if-error is for a part with a cache");
        List<String> vary = settings.vary() == null ? List.of() : settings.vary();
        for (String header : vary) {
            faults.require(
                    properties.requestHeaders().stream().anyMatch(header::equalsIgnoreCase),
                    name + ".vary",
                    header,
                    "must be one of request-headers, which are " + properties.requestHeaders());
        }
        return new CacheRule(
                time(name + ".ttl", settings.ttl(), true),
                time(name + ".stale-while-revalidate", settings.staleWhileRevalidate(), settings.ttl() != null),
                time(name + ".stale-if-error", settings.staleIfError(), settings.ttl() != null),
                settings.shared(),
                settings.vary(),
                true);
    }

    private Duration time(String property, @Nullable Duration time, boolean hasTtl) {
        if (time == null) {
            return Duration.ZERO;
        }
        faults.require(
                time.compareTo(Duration.ofMillis(1)) >= 0 && time.compareTo(LONGEST_KEPT) <= 0,
                property,
                time,
                "must be from 1ms to 7d");
        faults.require(hasTtl, property, time, "needs ttl, after which an answer is stale");
        return time;
    }

    private @Nullable Fallback fallback(String property, PartProperties properties) {
        FallbackProperties settings = properties.fallback();
        if (settings == null) {
            return null;
        }
        faults.require(
                settings.backend() != null || settings.lastGood() != null || settings.value() != null,
                property,
                null,
                "must have a value, last-good or a backend");
        faults.require(
                (settings.backend() == null) == (settings.path() == null),
                property + ".path",
                settings.path(),
                "must be set together with backend");
        faults.require(
                settings.backend() == null || properties.each() == null && properties.batch() == null,
                property + ".backend",
                settings.backend(),
                "cannot be together with a list");
        if (settings.lastGood() != null) {
            faults.require(
                    settings.lastGood().compareTo(Duration.ofSeconds(1)) >= 0
                            && settings.lastGood().compareTo(LONGEST_KEPT) <= 0,
                    property + ".last-good",
                    settings.lastGood(),
                    "must be from 1s to 7d");
        }
        byte[] value = settings.value() == null ? null : settings.value().getBytes(StandardCharsets.UTF_8);
        String fault = value == null ? null : new JsonCheck(VALUE_DEPTH).faultIn(value, value.length);
        faults.require(fault == null, property + ".value", settings.value(), "is no JSON: it " + fault);
        return new Fallback(
                settings.backend() == null ? null : targets.backend(property + ".backend", settings.backend()),
                settings.path() == null ? null : targets.targetOfPart(property + ".path", settings.path()),
                value);
    }

    private @Nullable JsonShape shape(String property, PartProperties properties) {
        if (properties.keep().isEmpty()
                && properties.drop().isEmpty()
                && properties.rename().isEmpty()
                && properties.unwrap().isEmpty()) {
            return null;
        }
        JsonShape shape = new JsonShape(properties.each() != null || properties.batch() != null);
        addPaths(property + ".keep", properties.keep(), shape::keep);
        addPaths(property + ".drop", properties.drop(), shape::drop);
        addPaths(property + ".unwrap", properties.unwrap(), shape::unwrap);
        for (RenameProperties rename : properties.rename()) {
            faults.require(
                    JsonPath.isMember(rename.to()), property + ".rename", rename.to(), "must be the name of a member");
            addPaths(property + ".rename", List.of(rename.from()), path -> shape.rename(path, rename.to()));
        }
        faults.reference(property + ".rename", properties.rename().toString(), () -> {
            shape.check();
            return shape;
        });
        return shape;
    }

    private void addPaths(String property, List<String> paths, Consumer<JsonPath> add) {
        for (String text : paths) {
            faults.reference(property, text, () -> {
                JsonPath path = JsonPath.parse(text);
                add.accept(path);
                return path;
            });
        }
    }

    private @Nullable ListCall list(String property, PartProperties properties) {
        ListCallProperties each = properties.each();
        ListCallProperties batch = properties.batch();
        faults.require(each == null || batch == null, property + ".batch", null, "cannot be together with each");
        ListCallProperties settings = batch == null ? each : batch;
        if (settings == null) {
            return null;
        }
        String name = property + (batch == null ? ".each" : ".batch");
        ListCall list = ListCall.of(name, settings, batch != null, faults);
        faults.require(
                list == null || !targets.knows(list.element().name()),
                name + ".variable",
                settings.variable(),
                "is a variable of the request, too");
        return list;
    }

    private List<PartCondition> conditions(String property, List<ConditionProperties> settings) {
        List<PartCondition> conditions = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            String when = property + ".when[" + i + "]";
            PartCondition condition = PartCondition.of(when, settings.get(i), faults);
            if (condition != null) {
                conditions.add(condition);
                if (condition.source() == PartCondition.ConditionSource.VARIABLE) {
                    targets.checkKnown(when + ".variable", condition.name(), Set.of(condition.name()));
                }
            }
        }
        return conditions;
    }

    private static @Nullable Part compile(PartDraft draft, boolean required) {
        if (draft.backend() == null || draft.target() == null) {
            return null;
        }
        PartProperties properties = draft.settings();
        return new Part(
                draft.name(),
                draft.backend(),
                draft.target(),
                draft.timeout(),
                required,
                properties.whenNotFound(),
                whenNoContent(properties, required),
                List.copyOf(properties.requestHeaders()),
                new ContentTypes(properties.accept()),
                properties.description(),
                draft.options());
    }

    /** An optional part without a value is complete; the answer may not have promised one. */
    private static WhenAbsent whenNoContent(PartProperties properties, boolean required) {
        WhenAbsent chosen = properties.whenNoContent();
        if (chosen != null) {
            return chosen;
        }
        return required ? properties.whenNotFound() : WhenAbsent.AS_NULL;
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
