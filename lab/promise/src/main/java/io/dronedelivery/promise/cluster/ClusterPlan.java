package io.dronedelivery.promise.cluster;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * @param directory for logs, which stay, and the broker's files; emptied first
 * @param asksForTokens whether every part asks for tokens of a local issuer
 * @param instances of each service
 * @param gateways how many; the first calls the instances directly, the others through proxies
 * @param changes other builds, by the names of the instances that run them, such as {@code invoice-service-2}
 * @param clocks by how much those of instances are ahead, by their names
 * @param otherJars a folder with jars of another version, which the last instance of each service has before the present ones on its
 *     class path; empty for none
 * @param told settings of the services beside those of the form
 */
public record ClusterPlan(
        StackBroker broker,
        Form form,
        Path directory,
        boolean asksForTokens,
        int instances,
        int gateways,
        Map<String, List<SourceChange>> changes,
        Map<String, Duration> clocks,
        String otherJars,
        Map<String, String> told) {

    /** One instance of each, with short times and without tokens. */
    public static ClusterPlan small(StackBroker broker, Path directory) {
        return new ClusterPlan(broker, Form.SHORT, directory, false, 1, 1, Map.of(), Map.of(), "", Map.of());
    }

    public ClusterPlan with(String instance, SourceChange... more) {
        Map<String, List<SourceChange>> all = new HashMap<>(changes);
        all.put(instance, List.of(more));
        return new ClusterPlan(
                broker, form, directory, asksForTokens, instances, gateways, Map.copyOf(all), clocks, otherJars, told);
    }

    int instancesOf(ClusterPart part) {
        return switch (part) {
            case BROKER -> 1;
            case GATEWAY -> gateways;
            case DELIVERY_SERVICE, DRONE_SERVICE, INVOICE_SERVICE -> instances;
        };
    }
}
