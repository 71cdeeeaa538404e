package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.literals;
import static io.dronedelivery.house.deployment.Repository.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What KEDA is told of the applications in {@code deploy/kubernetes}. */
class KubernetesScalingTest {

    @Test
    void scaling_looks_at_queues_and_subscriptions_that_there_are() throws IOException {
        Set<String> entities = Repository.entities();
        for (JsonNode document : yaml("deploy/kubernetes/components/service-bus/scaling.yaml")) {
            document.at("/spec/triggers")
                    .valueStream()
                    .filter(trigger -> trigger.get("type").asString().equals("azure-servicebus"))
                    .map(trigger -> trigger.get("metadata"))
                    .forEach(trigger -> assertThat(entities)
                            .contains(
                                    trigger.has("queueName")
                                            ? trigger.get("queueName").asString()
                                            : trigger.get("topicName").asString() + "/"
                                                    + trigger.get("subscriptionName")
                                                            .asString()));
        }
        for (JsonNode document : yaml("deploy/kubernetes/components/kafka/scaling.yaml")) {
            document.at("/spec/triggers")
                    .valueStream()
                    .filter(trigger -> trigger.get("type").asString().equals("kafka"))
                    .map(trigger -> trigger.get("metadata"))
                    // A channel and its group have the same names on both brokers.
                    .forEach(trigger -> assertThat(entities)
                            .contains(trigger.get("topic").asString() + "/"
                                    + trigger.get("consumerGroup").asString()));
            assertThat(document.at("/spec/maxReplicaCount").asInt())
                    .as("instances of " + document.at("/metadata/name").asString() + " beyond the partitions")
                    .isLessThanOrEqualTo(Integer.parseInt(literals("kafka").get("MESSAGING_KAFKA_TOPICS_PARTITIONS")));
        }
    }

    /** A gateway that refuses uses little CPU, and has few requests in progress. */
    @Test
    void gateway_grows_when_callers_wait_or_are_refused() throws IOException {
        JsonNode triggers = yaml("deploy/kubernetes/base/scaling.yaml").get(0).at("/spec/triggers");

        assertThat(triggers.at("/0/metadata/query").asString())
                .contains("gateway_limit_in_flight", "gateway_limit_waiting", "/ sum by (place) (gateway_limit{");
        assertThat(triggers.at("/1/metadata/query").asString()).contains("rate(gateway_limit_refused_total{");
        assertThat(triggers.at("/2/type").asString()).isEqualTo("cpu");
    }

    /** By default KEDA takes an empty answer for 0, and never falls back. */
    @Test
    void gateway_does_not_shrink_because_prometheus_has_no_meters_of_it() throws IOException {
        JsonNode gateway = yaml("deploy/kubernetes/base/scaling.yaml").get(0);

        assertThat(gateway.at("/spec/triggers").valueStream())
                .filteredOn(trigger -> trigger.get("type").asString().equals("prometheus"))
                .isNotEmpty()
                .allSatisfy(trigger -> assertThat(
                                trigger.at("/metadata/ignoreNullValues").asString())
                        .isEqualTo("false"));
        assertThat(gateway.at("/spec/fallback/replicas").asInt()).isPositive();
    }

    /** By default KEDA falls back to this number of instances also from more of them: those that a load needs would go. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deploy/kubernetes/base/scaling.yaml",
                "deploy/kubernetes/components/service-bus/scaling.yaml",
                "deploy/kubernetes/components/kafka/scaling.yaml"
            })
    void no_application_shrinks_because_nobody_says_what_waits(String file) throws IOException {
        assertThat(yaml(file))
                .filteredOn(document -> document.get("kind").asString().equals("ScaledObject"))
                .isNotEmpty()
                .allSatisfy(document -> assertThat(
                                document.at("/spec/fallback/behavior").asString(""))
                        .as(document.at("/metadata/name").asString())
                        .isEqualTo("currentReplicasIfHigher"));
    }

    @Test
    void no_lane_is_left_to_nobody_while_one_instance_is_gone() throws IOException {
        int lanes = Integer.parseInt(literals("service-bus").get("MESSAGING_SERVICEBUS_LANES"));
        int sessions =
                Integer.parseInt(literals("service-bus").get("MESSAGING_SERVICEBUS_CONSUMER_MAXCONCURRENTSESSIONS"));
        for (JsonNode document : yaml("deploy/kubernetes/components/service-bus/scaling.yaml")) {
            if (document.get("kind").asString().equals("ScaledObject")) {
                assertThat(sessions * (document.at("/spec/minReplicaCount").asInt() - 1))
                        .as(document.at("/metadata/name").asString())
                        .isGreaterThanOrEqualTo(lanes);
            }
        }
    }
}
