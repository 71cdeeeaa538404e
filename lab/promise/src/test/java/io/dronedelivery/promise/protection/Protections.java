package io.dronedelivery.promise.protection;

import java.util.List;
import java.util.stream.Stream;

/** All protections that tests of one module look after. Those that it takes a house to miss are not among them. */
final class Protections {

    static final List<Protection> ALL = Stream.of(
                    GatewayProtections.ALL,
                    EdgeProtections.ALL,
                    OwnerProtections.ALL,
                    InstanceProtections.ALL,
                    MessagingProtections.ALL)
            .flatMap(List::stream)
            .toList();

    private Protections() {}
}
