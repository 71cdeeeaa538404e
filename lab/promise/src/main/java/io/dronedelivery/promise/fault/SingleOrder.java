package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import io.dronedelivery.promise.load.Order;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * An order beside those of the load, of an owner who has no other one.
 *
 * @param order with a key
 */
record SingleOrder(Order order) {

    /** @param owner begins as those of the load do */
    static SingleOrder of(String owner) {
        return new SingleOrder(
                new Order(Optional.of(owner), owner, 47.64, -122.13, 47.61, -122.33, List.of(125, 75), false));
    }

    /** Orders until it is accepted; returns the delivery's id. */
    String accepted(Scene scene) {
        String[] headers = Stream.concat(
                        Stream.of("Idempotency-Key", order.key().orElseThrow()),
                        Stream.of(scene.cluster().headers()))
                .toArray(String[]::new);
        HttpAnswer answer = Awaitility.await("an answer")
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> Http.post(
                                scene.cluster().url(ClusterPart.GATEWAY) + "/api/v1/deliveries", order.json(), headers),
                        found -> found.status() == 202);
        String deliveryId = answer.json().get("deliveryId").asString();
        scene.ledger().accepted(deliveryId, order);
        return deliveryId;
    }
}
