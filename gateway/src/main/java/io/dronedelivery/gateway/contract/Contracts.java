package io.dronedelivery.gateway.contract;

import io.dronedelivery.gateway.settings.AggregationProperties;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.settings.VariableProperties;
import io.dronedelivery.gateway.template.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class Contracts {

    public static final Contracts NONE = new Contracts(Map.of());

    private final Map<String, Contract> byBackend;

    private Contracts(Map<String, Contract> byBackend) {
        this.byBackend = byBackend;
    }

    /** Reads the documents. One that cannot be used is noted as a fault. */
    static Contracts read(GatewayProperties settings, ContractLocations locations, SettingFaults faults) {
        Map<String, Contract> contracts = new HashMap<>();
        settings.backends().forEach((name, backend) -> {
            String location = locations.find(name, backend.contract());
            if (location != null && !location.isBlank()) {
                try {
                    contracts.put(name, new Contract(name, ContractReader.read(location)));
                } catch (InvalidContractException e) {
                    faults.add("gateway.backends." + name + ".contract", location, String.valueOf(e.getMessage()));
                }
            }
        });
        return new Contracts(contracts);
    }

    public boolean has(String backend) {
        return byBackend.containsKey(backend);
    }

    /**
     * The operation that a call is.
     *
     * @param path of the call, without the path of the backend's base URL and without a query
     * @return null when the backend has no contract, or its contract has no such operation
     */
    public @Nullable ContractOperation operation(String backend, String method, String path) {
        Contract contract = byBackend.get(backend);
        return contract == null ? null : contract.operation(method, path);
    }

    /**
     * As {@link #operation}. An operation that the contract of the backend lacks is noted as a fault, and so is an answer that is described in
     * another document.
     *
     * @param property that has the path
     */
    public @Nullable ContractOperation check(
            String property, String backend, String method, String path, SettingFaults faults) {
        ContractOperation operation = operation(backend, method, path);
        faults.require(
                operation != null || !has(backend),
                property,
                path,
                "is not in the contract of the backend '" + backend + "', which has no " + method + " of this path");
        ContractSchema answer = operation == null ? null : operation.answer(type -> true);
        String dead = answer == null ? null : answer.deadReference();
        faults.require(
                dead == null,
                "gateway.backends." + backend + ".contract",
                null,
                "has the reference '" + dead + "', which leads to nothing in it; bundle documents into one");
        return operation;
    }

    /** The variables with the types and bounds of the parameters that they become, where the settings have none. */
    public List<Variable> typed(AggregationProperties aggregation, List<Variable> variables) {
        if (byBackend.isEmpty()) {
            return variables;
        }
        return variables.stream()
                .map(variable ->
                        hasRule(aggregation.variables().get(variable.name())) ? variable : typed(variable, aggregation))
                .toList();
    }

    private static boolean hasRule(@Nullable VariableProperties rule) {
        return rule != null
                && (rule.type() != null
                        || rule.items() != null
                        || rule.pattern() != null
                        || rule.min() != null
                        || rule.max() != null);
    }

    private Variable typed(Variable variable, AggregationProperties aggregation) {
        for (PartProperties part : aggregation.parts().values()) {
            int mark = part.path().indexOf('?');
            String path = mark < 0 ? part.path() : part.path().substring(0, mark);
            ContractOperation operation = operation(part.backend(), "GET", path);
            if (operation != null) {
                Object schema = operation.parameter(
                        variable.name(), mark < 0 ? null : queryName(part.path().substring(mark + 1), variable.name()));
                if (schema != null) {
                    return ContractVariable.of(variable, Contract.map(schema));
                }
            }
        }
        return variable;
    }

    private static @Nullable String queryName(String query, String variable) {
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0 && parameter.substring(equals + 1).equals('{' + variable + '}')) {
                return parameter.substring(0, equals);
            }
        }
        return null;
    }
}
