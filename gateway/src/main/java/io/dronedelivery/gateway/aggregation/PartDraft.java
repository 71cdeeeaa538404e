package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part whose settings have been read one by one, before it is compared with the other parts.
 *
 * @param property the name of its properties
 * @param backend null when it has a fault
 * @param target null when it has a fault
 */
record PartDraft(
        String name,
        String property,
        PartProperties settings,
        @Nullable Backend backend,
        @Nullable TargetTemplate target,
        Duration timeout,
        PartOptions options) {

    /**
     * A reference of the part.
     *
     * @param property where it is
     */
    record UsedReference(String property, Reference reference) {}

    List<UsedReference> references() {
        List<UsedReference> used = new ArrayList<>();
        if (target != null) {
            target.references().forEach(text -> used.add(new UsedReference(property + ".path", Reference.parse(text))));
        }
        options.headers()
                .forEach((name, header) -> header.references()
                        .forEach(text ->
                                used.add(new UsedReference(property + ".headers." + name, Reference.parse(text)))));
        for (int i = 0; i < options.when().size(); i++) {
            PartCondition condition = options.when().get(i);
            if (condition.source() == PartCondition.ConditionSource.PART) {
                used.add(new UsedReference(property + ".when[" + i + "].value", Reference.parse(condition.name())));
            }
        }
        if (options.fallback() != null && options.fallback().target() != null) {
            options.fallback()
                    .target()
                    .references()
                    .forEach(text -> used.add(new UsedReference(property + ".fallback.path", Reference.parse(text))));
        }
        ListCall list = options.list();
        if (list != null) {
            used.add(new UsedReference(
                    property + (list.isBatch() ? ".batch.in" : ".each.in"), Reference.parse(list.in())));
        }
        return used;
    }
}
