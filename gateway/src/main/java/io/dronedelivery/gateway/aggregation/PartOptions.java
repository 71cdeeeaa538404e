package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.cache.CacheRule;
import io.dronedelivery.gateway.json.JsonShape;
import io.dronedelivery.gateway.settings.HedgeProperties;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a part may have beside its call.
 *
 * @param headers that its call has, by name
 * @param when all of what must hold for its call
 * @param list the list for whose elements it is called, null when it is called once
 * @param shape what is left of its answer, null when it is passed through
 * @param fallback what stands in for it, null when nothing does
 * @param cache how its answers are kept, null when they are not
 * @param coalesce whether identical calls at the same time are one
 * @param retry whether its call may be sent twice
 * @param hedge when its call is sent a second time, null when only a failed one is
 */
public record PartOptions(
        Map<String, TextTemplate> headers,
        List<PartCondition> when,
        @Nullable ListCall list,
        @Nullable JsonShape shape,
        @Nullable Fallback fallback,
        @Nullable CacheRule cache,
        boolean coalesce,
        boolean retry,
        @Nullable HedgeProperties hedge) {

    /** A part that is one call with the caller's headers. */
    public static final PartOptions NONE =
            new PartOptions(Map.of(), List.of(), null, null, null, null, false, true, null);

    /**
     * A value of another part that a part needs.
     *
     * @param setting of the part that names it, such as {@code path}
     * @param text such as {@code delivery.ownerId}
     */
    record UsedReference(String setting, String text) {}

    /** Whether the part is one call with the caller's headers, whose answer is passed through. */
    boolean isPlainCall() {
        return headers.isEmpty()
                && when.isEmpty()
                && list == null
                && shape == null
                && fallback == null
                && cache == null
                && !coalesce;
    }

    /** All values of other parts that a part with this target needs. */
    List<UsedReference> references(@Nullable TargetTemplate target) {
        List<UsedReference> used = new ArrayList<>();
        if (target != null) {
            target.references().forEach(text -> used.add(new UsedReference("path", text)));
        }
        headers.forEach((name, header) ->
                header.references().forEach(text -> used.add(new UsedReference("headers." + name, text))));
        for (int i = 0; i < when.size(); i++) {
            if (when.get(i).source() == PartCondition.ConditionSource.PART) {
                used.add(new UsedReference("when[" + i + "].value", when.get(i).name()));
            }
        }
        if (list != null) {
            used.add(new UsedReference(list.isBatch() ? "batch.in" : "each.in", list.in()));
        }
        if (fallback != null && fallback.target() != null) {
            fallback.target().references().forEach(text -> used.add(new UsedReference("fallback.path", text)));
        }
        return used;
    }

    /** Whether something that is no answer of a backend may stand in for the part. */
    public boolean mayBeStale() {
        return cache != null && !cache.ifError().isZero() || fallback != null && fallback.value() != null;
    }
}
