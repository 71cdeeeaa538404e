package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.contract.ContractOperation;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.json.JsonPath.PathStep;
import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares aggregations with the contracts of their backends: each path must be there, and each value that another part needs. */
final class PartContracts {

    private final Contracts contracts;
    private final SettingFaults faults;

    PartContracts(Contracts contracts, SettingFaults faults) {
        this.contracts = contracts;
        this.faults = faults;
    }

    void check(Aggregation aggregation) {
        String prefix = "gateway.aggregations." + aggregation.name() + ".parts.";
        Map<String, Object> answers = new HashMap<>();
        Map<String, ContractOperation> operations = new HashMap<>();
        for (Part part : aggregation.parts()) {
            ContractOperation operation = contracts.check(
                    prefix + part.name() + ".path",
                    part.backend().name(),
                    "GET",
                    part.target().path(),
                    faults);
            Object answer = operation == null ? null : operation.answer(part.accepted()::accept);
            if (operation != null && answer != null) {
                operations.put(part.name(), operation);
                answers.put(part.name(), answer);
            }
        }
        for (Part part : aggregation.parts()) {
            String property = prefix + part.name();
            for (String text : part.references()) {
                Reference reference = Reference.parse(text);
                ContractOperation operation = operations.get(reference.part());
                faults.require(
                        operation == null
                                || operation.mayHave(
                                        answers.get(reference.part()),
                                        names(reference.path().steps())),
                        part.target().references().contains(text) ? property + ".path" : property,
                        text,
                        "needs '" + text + "', which the contract of the part '" + reference.part()
                                + "' does not have");
            }
        }
    }

    private static List<@Nullable String> names(List<PathStep> steps) {
        List<@Nullable String> names = new ArrayList<>();
        steps.forEach(step -> names.add(step instanceof PathStep.Member member ? member.name() : null));
        return names;
    }
}
