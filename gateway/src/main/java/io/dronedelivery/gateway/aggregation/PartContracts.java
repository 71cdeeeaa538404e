package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.ListCall.ListRows;
import io.dronedelivery.gateway.aggregation.PartOptions.UsedReference;
import io.dronedelivery.gateway.contract.ContractOperation;
import io.dronedelivery.gateway.contract.ContractSchema;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.json.JsonPath;
import io.dronedelivery.gateway.json.JsonPath.PathStep;
import io.dronedelivery.gateway.json.JsonShape;
import io.dronedelivery.gateway.json.JsonShape.ShapeRule;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares aggregations with the contracts of their backends. Each path must be there, each value that a part, its shape or its list needs, and a
 * constant must fit.
 */
public final class PartContracts {

    private final Contracts contracts;
    private final SettingFaults faults;

    PartContracts(Contracts contracts, SettingFaults faults) {
        this.contracts = contracts;
        this.faults = faults;
    }

    /**
     * The schemas of a part or, if it has a list, of each element: that of its backend, and that of the backend of its fallback.
     *
     * @return empty when one of them has no schema
     */
    public static List<ContractSchema> of(Part part, Contracts contracts) {
        List<ContractSchema> all = new ArrayList<>();
        Part elsewhere = part.elsewhere();
        for (Part source : elsewhere == null ? List.of(part) : List.of(part, elsewhere)) {
            ContractSchema answer = answer(source, contracts);
            if (answer == null) {
                return List.of();
            }
            JsonShape shape = part.options().shape();
            ContractSchema value = value(part, answer);
            all.add(shape == null ? value : value.shaped(shape.top()));
        }
        return all;
    }

    private static @Nullable ContractSchema answer(Part part, Contracts contracts) {
        ContractOperation operation =
                contracts.operation(part.backend().name(), "GET", part.target().path());
        return operation == null ? null : operation.answer(part.accepted()::accept);
    }

    /** Of a batch that of the value for one element, else the answer's. */
    private static ContractSchema value(Part part, ContractSchema answer) {
        ListRows rows =
                part.options().list() == null ? null : part.options().list().rows();
        return rows == null ? answer : answer.elements(rows.list());
    }

    void check(Aggregation aggregation) {
        for (Part part : aggregation.parts()) {
            String property = "gateway.aggregations." + aggregation.name() + ".parts." + part.name() + '.';
            checkPath(property + "path", part);
            Part elsewhere = part.elsewhere();
            if (elsewhere != null) {
                checkPath(property + "fallback.path", elsewhere);
            }
            for (UsedReference used : part.options().references(part.target())) {
                Reference reference = Reference.parse(used.text());
                aggregation.parts().stream()
                        .filter(other -> other.name().equals(reference.part()))
                        .forEach(other -> require(
                                answer(other, contracts), reference.path(), property + used.setting(), used.text()));
            }
            ContractSchema answer = answer(part, contracts);
            if (answer != null) {
                checkAnswer(property, part, answer);
            }
        }
    }

    private void checkPath(String property, Part part) {
        contracts.check(property, part.backend().name(), "GET", part.target().path(), faults);
    }

    private void checkAnswer(String property, Part part, ContractSchema answer) {
        ListRows rows =
                part.options().list() == null ? null : part.options().list().rows();
        ContractSchema value = value(part, answer);
        if (rows != null) {
            List<PathStep> list = new ArrayList<>(
                    rows.list() == null ? List.of() : rows.list().steps());
            list.add(new PathStep.EachElement());
            faults.require(
                    answer.mayHave(list),
                    property + "batch.list",
                    rows.list(),
                    "is no list in the contract of the backend '"
                            + part.backend().name() + "'");
            require(value, rows.by(), property + "batch.by", rows.by().text());
        }
        if (part.options().shape() != null) {
            for (ShapeRule rule : part.options().shape().rules()) {
                require(
                        value,
                        rule.path(),
                        property + rule.setting(),
                        rule.path().text());
            }
        }
        Fallback fallback = part.options().fallback();
        List<ContractSchema> shown = of(part, contracts);
        if (fallback != null && fallback.value() != null && !shown.isEmpty()) {
            String fault = whole(part, shown.get(0)).faultOf(fallback.value());
            faults.require(
                    fault == null,
                    property + "fallback.value",
                    null,
                    "does not fit the contract of the backend '"
                            + part.backend().name() + "': " + fault);
        }
    }

    /** The schema of a part with its list, and of a part that may be null. */
    private static ContractSchema whole(Part part, ContractSchema shown) {
        if (part.options().list() != null) {
            Object elements = ContractSchema.orNull(shown.schema());
            return new ContractSchema(shown.contract(), Map.of("type", "array", "items", elements));
        }
        boolean mayBeNull = part.whenNotFound() == WhenAbsent.AS_NULL || part.whenNoContent() == WhenAbsent.AS_NULL;
        return mayBeNull ? new ContractSchema(shown.contract(), ContractSchema.orNull(shown.schema())) : shown;
    }

    private void require(@Nullable ContractSchema schema, JsonPath path, String property, String text) {
        faults.require(
                schema == null || schema.mayHave(path.steps()),
                property,
                text,
                "needs '" + text + "', which the contract of the backend '"
                        + (schema == null ? "" : schema.contract().backend()) + "' does not have");
    }
}
