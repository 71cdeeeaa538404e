package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.json.JsonPath;
import io.dronedelivery.gateway.settings.AggregationProperties.ListCallProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.ValueList;
import io.dronedelivery.gateway.template.Variable;
import org.jspecify.annotations.Nullable;

/**
 * A list in another part's answer, for whose elements a part is called.
 *
 * @param element the variable of the target that stands for an element or, in one call for all, for all of them
 * @param in the reference of the list
 * @param max the most different elements
 * @param rows how the answer to one call for all has a value for each element
 */
public record ListCall(
        Variable element, String in, int max, @Nullable ListRows rows) {

    private static final int MOST = 1000;

    /**
     * The values for the elements in the answer to one call.
     *
     * @param list where they are, null when the answer is the list
     * @param by where a value has the element that it is for
     */
    public record ListRows(@Nullable JsonPath list, JsonPath by) {}

    /** Whether one call is made for all elements, and not one for each. */
    boolean isBatch() {
        return rows != null;
    }

    /** The list call of some settings, or null with a fault noted. */
    static @Nullable ListCall of(String property, ListCallProperties settings, boolean batch, SettingFaults faults) {
        int before = faults.count();
        String variable = settings.variable();
        Integer max = settings.max();
        faults.require(
                Variable.isName(variable),
                property + ".variable",
                variable,
                "must be the name of the element's variable");
        faults.require(
                max != null && max >= 1 && max <= MOST, property + ".max", max, "must be set, from 1 to " + MOST);
        Reference in = faults.reference(property + ".in", settings.in(), () -> Reference.parse(settings.in()));
        faults.require(
                in == null || in.path().isList(),
                property + ".in",
                settings.in(),
                "must lead to the elements of a list, such as part.list[*].id");
        faults.require(batch || settings.by() == null, property + ".by", settings.by(), "is for batch");
        faults.require(batch || settings.list() == null, property + ".list", settings.list(), "is for batch");
        faults.require(batch || settings.explode() == null, property + ".explode", settings.explode(), "is for batch");
        faults.require(!batch || settings.by() != null, property + ".by", null, "must say where a value has its key");
        JsonPath by = path(property + ".by", settings.by(), faults);
        JsonPath list = path(property + ".list", settings.list(), faults);
        if (faults.count() > before || max == null) {
            return null;
        }
        ValueList values = batch ? new ValueList(max, Boolean.TRUE.equals(settings.explode()), true) : null;
        Variable element = new Variable(
                variable,
                variable,
                Variable.VariableType.STRING,
                !batch,
                values,
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                "",
                "");
        return new ListCall(element, settings.in(), max, by == null ? null : new ListRows(list, by));
    }

    private static @Nullable JsonPath path(String property, @Nullable String text, SettingFaults faults) {
        JsonPath path = text == null ? null : faults.reference(property, text, () -> JsonPath.parse(text));
        faults.require(path == null || !path.isList(), property, text, "must lead to one value");
        return path;
    }
}
