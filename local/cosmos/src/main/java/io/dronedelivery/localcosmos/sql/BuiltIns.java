package io.dronedelivery.localcosmos.sql;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class BuiltIns {

    private static final Map<String, BuiltIn> BY_NAME = collect();

    private BuiltIns() {}

    static @Nullable BuiltIn named(String name) {
        return BY_NAME.get(name.toUpperCase(Locale.ROOT));
    }

    private static Map<String, BuiltIn> collect() {
        Map<String, BuiltIn> all = new HashMap<>();
        StringFunctions.all().forEach(function -> all.put(function.name(), function));
        MathFunctions.all().forEach(function -> all.put(function.name(), function));
        TypeFunctions.all().forEach(function -> all.put(function.name(), function));
        ArrayFunctions.all().forEach(function -> all.put(function.name(), function));
        SetFunctions.all().forEach(function -> all.put(function.name(), function));
        DateTimeFunctions.all().forEach(function -> all.put(function.name(), function));
        JsonFunctions.all().forEach(function -> all.put(function.name(), function));
        WholeNumberFunctions.all().forEach(function -> all.put(function.name(), function));
        return Map.copyOf(all);
    }
}
