package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.PathTemplate;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpMethod;

/**
 * Paths and methods that are in use: checks that no two endpoints have the same, and that endpoints at one path name its variables alike.
 */
final class TakenPaths {

    private final SettingFaults faults;
    private final Map<String, String> propertiesByCall = new HashMap<>();
    private final Map<String, Spelling> spellings = new HashMap<>();

    private record Spelling(String property, String text) {}

    TakenPaths(Aggregations aggregations, SettingFaults faults) {
        this.faults = faults;
        aggregations
                .all()
                .forEach(aggregation -> take(
                        "gateway.aggregations." + aggregation.name() + ".path", HttpMethod.GET, aggregation.path()));
    }

    /** Notes a call, or a fault when there is one like it. */
    void take(String property, HttpMethod method, PathTemplate path) {
        String other = propertiesByCall.putIfAbsent(method + " " + path.shape(), property);
        faults.require(
                other == null, property, path.text(), "cannot be told apart from " + other + ", which is " + method);
        Spelling first = spellings.computeIfAbsent(path.shape(), shape -> new Spelling(property, path.text()));
        faults.require(
                first.text().equals(path.text()),
                property,
                path.text(),
                "is the same path as " + first.property() + " = " + first.text()
                        + " and must name its variables alike");
    }
}
