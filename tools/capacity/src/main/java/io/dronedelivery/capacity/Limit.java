package io.dronedelivery.capacity;

import java.util.Comparator;
import java.util.List;

/**
 * Something that a cell has only so much of.
 *
 * @param what the limit
 * @param requests a second at which it is reached
 * @param whole whether a further cell is the answer; otherwise a setting is
 * @param remedy what is done then
 */
record Limit(String what, double requests, boolean whole, String remedy) {

    private static final double PROBE = 1_000_000;

    /** The limits of a cell, in the order in which a growing load reaches them. */
    static List<Limit> inOrder(Inputs inputs) {
        // All needs grow with the load, so what a large one needs says how much a request needs.
        Need large = Need.of(PROBE, inputs);
        double busiest = large.requestUnits().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
        // Request units are shared evenly by the partitions, however many the documents make.
        double share = Math.min(
                inputs.get("partition.ru"), (double) large.requestUnits("deliveries") / large.partitions("deliveries"));
        double gateways = large.instances("gateway");
        double consumers = Math.max(
                large.instances("delivery-service"),
                Math.max(large.instances("drone-service"), large.instances("invoice-service")));
        return List.of(
                        new Limit(
                                "request units of the busiest container, as deployed (" + whole(inputs, "deployed.ru")
                                        + " RU/s)",
                                PROBE * inputs.get("deployed.ru") / busiest,
                                false,
                                "raise `containerThroughput`; partitions split while the service runs"),
                        new Limit(
                                "the busiest owner's share of a physical partition (" + Numbers.whole(share)
                                        + " RU/s with " + whole(inputs, "days.kept") + " days kept)",
                                share / inputs.get("ru.read.deliveries") / inputs.get("share.owner"),
                                false,
                                "keep fewer days in the container, the rest in an archive: fewer partitions have more each, at most "
                                        + whole(inputs, "partition.ru") + " RU/s; or more request units"),
                        new Limit(
                                "lanes of Service Bus, as deployed (" + whole(inputs, "deployed.lanes") + ")",
                                PROBE * inputs.get("deployed.lanes") / large.lanes(),
                                false,
                                "more lanes, while the channels are empty, and as many sessions"),
                        new Limit(
                                "instances of the gateway, as deployed (" + whole(inputs, "deployed.gateways") + ")",
                                PROBE * inputs.get("deployed.gateways") / gateways,
                                false,
                                "raise `maxReplicaCount`, and the nodes"),
                        new Limit(
                                "instances of the busiest service, as deployed (" + whole(inputs, "deployed.services")
                                        + ")",
                                PROBE * inputs.get("deployed.services") / consumers,
                                false,
                                "raise `maxReplicaCount`, and lanes or partitions with it"),
                        new Limit(
                                "PostgreSQL's primary (" + whole(inputs, "limit.database.cores") + " cores)",
                                PROBE * inputs.get("limit.database.cores") / large.databaseCores(),
                                true,
                                "replicas for months that are issued, which never change; then a cell for each share of the owners"),
                        new Limit(
                                "a namespace of Service Bus (" + whole(inputs, "limit.messaging-units")
                                        + " messaging units)",
                                PROBE * inputs.get("limit.messaging-units") / large.messagingUnits(),
                                false,
                                "Kafka, or a namespace for each channel"),
                        new Limit(
                                "nodes of a cluster (" + whole(inputs, "limit.nodes") + ")",
                                PROBE * inputs.get("limit.nodes") / large.nodes(),
                                true,
                                "a cluster for each cell"),
                        new Limit(
                                "request units of a container without asking for more (" + whole(inputs, "limit.ru")
                                        + " RU/s)",
                                PROBE * inputs.get("limit.ru") / busiest,
                                true,
                                "ask for more, or a cell for each share of the owners"))
                .stream()
                .sorted(Comparator.comparingDouble(Limit::requests))
                .toList();
    }

    /** How many cells a load takes: as many as the first limit asks for that only another cell raises. */
    static long cells(double requests, Inputs inputs) {
        return inOrder(inputs).stream()
                .filter(Limit::whole)
                .mapToLong(limit -> (long) Math.ceil(requests / limit.requests() - 1e-9))
                .max()
                .orElse(1);
    }

    private static String whole(Inputs inputs, String name) {
        return Numbers.whole(inputs.get(name));
    }
}
