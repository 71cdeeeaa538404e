package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.settings.AggregationProperties.ConditionProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for a part to be called.
 *
 * @param source where its value comes from
 * @param name of the variable or the claim, or the reference
 * @param accepted the texts that it may have, empty when only its presence counts
 * @param present whether there must be a value or must be none; null when the text counts
 */
public record PartCondition(
        ConditionSource source,
        String name,
        Set<String> accepted,
        @Nullable Boolean present) {

    public enum ConditionSource {
        VARIABLE,
        CLAIM,
        PART
    }

    /** The condition of some settings, or null with a fault noted. */
    static @Nullable PartCondition of(String property, ConditionProperties settings, SettingFaults faults) {
        long sources = Stream.of(settings.variable(), settings.claim(), settings.value())
                .filter(name -> name != null && !name.isBlank())
                .count();
        boolean several = !settings.in().isEmpty();
        long rules = Stream.of(settings.is() != null, several, settings.present() != null)
                .filter(Boolean::booleanValue)
                .count();
        faults.require(sources == 1, property, null, "must have exactly one of variable, claim and value");
        faults.require(rules == 1, property, null, "must have exactly one of is, in and present");
        if (sources != 1 || rules != 1) {
            return null;
        }
        Set<String> accepted = settings.is() == null ? Set.copyOf(settings.in()) : Set.of(settings.is());
        if (settings.variable() != null) {
            return new PartCondition(ConditionSource.VARIABLE, settings.variable(), accepted, settings.present());
        }
        if (settings.claim() != null) {
            return new PartCondition(ConditionSource.CLAIM, settings.claim(), accepted, settings.present());
        }
        String reference = String.valueOf(settings.value());
        return faults.reference(property + ".value", reference, () -> Reference.parse(reference)) == null
                ? null
                : new PartCondition(ConditionSource.PART, reference, accepted, settings.present());
    }

    /**
     * @param value the text, null when there is none
     * @param structure whether the value is an object or an array
     */
    boolean holds(@Nullable String value, boolean structure) {
        return present == null
                ? value != null && !structure && accepted.contains(value)
                : present == (value != null || structure);
    }
}
