package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.aggregation.Part;
import io.dronedelivery.gateway.aggregation.PartContracts;
import io.dronedelivery.gateway.contract.Contract;
import io.dronedelivery.gateway.contract.ContractSchema;
import io.dronedelivery.gateway.contract.Contracts;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.media.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** The schemas of backends' contracts in the document of the gateway, with the components that they refer to. */
final class ContractSchemas {

    private static final String COMPONENTS = "#/components/schemas/";
    private static final int DEEPEST = 100;

    /** Their values are no schemas. */
    private static final Set<String> VALUES = Set.of("example", "examples", "default", "const", "enum");

    private final Contracts contracts;
    private final Components components;

    /** By the name of the backend and the reference in its contract. */
    private final Map<String, String> names = new HashMap<>();

    ContractSchemas(Contracts contracts, Components components) {
        this.contracts = contracts;
        this.components = components;
    }

    /** The schema of a part, or of an element of its list. It is open without a contract. */
    Schema<?> of(Part part) {
        List<Object> shown = new ArrayList<>();
        for (ContractSchema schema : PartContracts.of(part, contracts)) {
            Object copied = copy(schema.contract(), schema.schema(), 0);
            if (!shown.contains(copied)) {
                shown.add(copied == null ? Map.of() : copied);
            }
        }
        boolean mayBeNull = part.options().list() != null
                || part.whenNotFound() == WhenAbsent.AS_NULL
                || part.whenNoContent() == WhenAbsent.AS_NULL;
        if (shown.isEmpty()) {
            return new Schema<>();
        }
        if (mayBeNull) {
            shown.add(Map.of("type", "null"));
        }
        return converted(shown.size() == 1 ? shown.get(0) : Map.of("anyOf", shown));
    }

    private static Schema<?> converted(@Nullable Object schema) {
        return Json31.mapper().convertValue(schema, Schema.class);
    }

    private @Nullable Object copy(Contract contract, @Nullable Object schema, int depth) {
        if (depth > DEEPEST) {
            return Map.of();
        }
        if (schema instanceof List<?> list) {
            List<@Nullable Object> copied = new ArrayList<>();
            list.forEach(element -> copied.add(copy(contract, element, depth + 1)));
            return copied;
        }
        if (!(schema instanceof Map<?, ?> map)) {
            return schema;
        }
        String reference = Contract.reference(map);
        if (reference != null && !reference.startsWith(COMPONENTS)) {
            return copy(contract, contract.resolve(map), depth + 1);
        }
        Map<String, @Nullable Object> copied = new LinkedHashMap<>();
        map.forEach((key, value) -> copied.put(key.toString(), copyMember(contract, key.toString(), value, depth + 1)));
        if (reference != null) {
            copied.put("$ref", COMPONENTS + component(contract, reference));
        }
        if (map.get("mapping") instanceof Map<?, ?> mapping && map.containsKey("propertyName")) {
            Map<String, String> renamed = new LinkedHashMap<>();
            mapping.forEach((value, target) ->
                    renamed.put(value.toString(), COMPONENTS + component(contract, target.toString())));
            copied.put("mapping", renamed);
        }
        return contract.isOfVersion30() ? inVersion31(copied) : copied;
    }

    private @Nullable Object copyMember(Contract contract, String name, @Nullable Object value, int depth) {
        if (VALUES.contains(name)) {
            return value;
        }
        if (!name.equals("properties") || !(value instanceof Map<?, ?> properties)) {
            return copy(contract, value, depth);
        }
        Map<String, @Nullable Object> copied = new LinkedHashMap<>();
        properties.forEach((property, schema) -> copied.put(property.toString(), copy(contract, schema, depth)));
        return copied;
    }

    /** Our name of a component. The first contract with a name keeps it, the others put the backend's name before it. */
    private String component(Contract contract, String reference) {
        String key = contract.backend() + ' ' + reference;
        String known = names.get(key);
        if (known != null) {
            return known;
        }
        String plain = reference.substring(reference.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
        String name = plain;
        for (int i = 1; isTaken(name); i++) {
            name = StringUtils.capitalize(contract.backend()) + plain + (i == 1 ? "" : i);
        }
        names.put(key, name);
        // Before it is there: a schema may refer to itself.
        components.addSchemas(name, new Schema<>());
        components.addSchemas(name, converted(copy(contract, contract.resolve(Map.of("$ref", reference)), 0)));
        return name;
    }

    private boolean isTaken(String name) {
        return components.getSchemas() != null && components.getSchemas().containsKey(name);
    }

    /** What OpenAPI 3.0 says in other words. */
    private static Object inVersion31(Map<String, @Nullable Object> schema) {
        replaceExclusive(schema, "exclusiveMinimum", "minimum");
        replaceExclusive(schema, "exclusiveMaximum", "maximum");
        Object nullable = schema.get("nullable");
        if (!(nullable instanceof Boolean)) {
            return schema;
        }
        schema.remove("nullable");
        if (!Boolean.TRUE.equals(nullable)) {
            return schema;
        }
        if (schema.get("type") instanceof String type && !schema.containsKey("enum")) {
            schema.put("type", List.of(type, "null"));
            return schema;
        }
        return ContractSchema.orNull(schema);
    }

    private static void replaceExclusive(Map<String, @Nullable Object> schema, String exclusive, String bound) {
        if (schema.get(exclusive) instanceof Boolean isExclusive) {
            schema.remove(exclusive);
            if (isExclusive && schema.containsKey(bound)) {
                schema.put(exclusive, schema.remove(bound));
            }
        }
    }
}
