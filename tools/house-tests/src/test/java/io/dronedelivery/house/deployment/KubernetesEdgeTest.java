package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.ROOT;
import static io.dronedelivery.house.deployment.Repository.text;
import static io.dronedelivery.house.deployment.Repository.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whom the pods of {@code deploy/kubernetes} talk to, and what their callers may take. */
class KubernetesEdgeTest {

    /** They answer whoever asks: with the machine's identity, and with its configuration. */
    private static final List<String> OF_THE_MACHINE = List.of("169.254.169.254/32", "168.63.129.16/32");

    private static final String BASE = "deploy/kubernetes/base/";
    private static final String NETWORK = "deploy/azure/modules/network.bicep";

    @Test
    void any_address_is_any_but_those_of_the_machine_beneath() throws IOException {
        List<JsonNode> blocks = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("deploy/kubernetes"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".yaml")).toList()) {
                yaml(ROOT.relativize(file).toString())
                        .forEach(document -> blocks.addAll(document.findValues("ipBlock")));
            }
        }

        assertThat(blocks)
                .filteredOn(block -> block.get("cidr").asString().endsWith("/0"))
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        block -> assertThat(block.path("except").valueStream().map(JsonNode::asString))
                                .containsExactlyInAnyOrderElementsOf(OF_THE_MACHINE));
    }

    @Test
    void every_port_is_open_only_towards_the_private_endpoints() throws IOException {
        String policies = text("deploy/kubernetes/azure/network-policies.yaml");

        assertThat(text(BASE + "network-policies.yaml")).doesNotContain("65535");
        assertThat(policies).contains("cidr: " + subnet("endpoints") + " }");
        assertThat(text("deploy/kubernetes/azure/kustomization.yaml")).contains("cidr: " + subnet("postgres") + " }");
        assertThat(Repository.environment("deploy/kubernetes/kafka/settings.env"))
                .as("Cosmos DB by port 443, where its addresses are not known")
                .containsEntry("SPRING_CLOUD_AZURE_COSMOS_CONNECTIONMODE", "gateway");
    }

    @Test
    void every_caller_has_a_rate_of_the_gateways_that_there_are_at_least() throws IOException {
        List<JsonNode> variables = yaml(BASE + "gateway.yaml").stream()
                .filter(document -> document.get("kind").asString().equals("Deployment"))
                .flatMap(document ->
                        document.at("/spec/template/spec/containers/0/env").valueStream())
                .toList();
        int least =
                yaml(BASE + "scaling.yaml").get(0).at("/spec/minReplicaCount").asInt();

        assertThat(value(variables, "GATEWAY_RATELIMIT_REQUESTS")).isPositive();
        assertThat(value(variables, "GATEWAY_LIMITS_GATEWAYS")).isEqualTo(least);
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure", "kafka"})
    void ingress_is_believed_about_its_callers(String overlay) throws IOException {
        assertThat(Repository.environment("deploy/kubernetes/" + overlay + "/settings.env"))
                .containsEntry(
                        "SERVICEKIT_EDGE_FORWARDEDFROM",
                        first("var podNetwork = '([0-9./]+)'", text("deploy/azure/modules/cluster.bicep")));
    }

    /** With them each Service of the namespace would be a handful of variables in each pod, such as GATEWAY_PORT. */
    @Test
    void pods_get_no_variables_of_services() throws IOException {
        assertThat(yaml(BASE + "application.yaml")
                        .get(0)
                        .at("/spec/template/spec/enableServiceLinks")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void image_that_is_kept_by_a_node_is_named_by_its_digest() throws IOException {
        assertThat(yaml("deploy/kubernetes/azure/kustomization.yaml")
                        .get(0)
                        .get("images")
                        .valueStream())
                .hasSize(Repository.APPLICATIONS.size())
                .allSatisfy(
                        image -> assertThat(image.path("digest").asString("")).matches("sha256:[0-9a-f]{64}"));
    }

    private static String subnet(String name) throws IOException {
        return first("name: '" + name + "'\\s+properties: \\{\\s*addressPrefix: '([0-9./]+)'", text(NETWORK));
    }

    private static int value(List<JsonNode> variables, String name) {
        return variables.stream()
                .filter(variable -> variable.get("name").asString().equals(name))
                .mapToInt(variable -> Integer.parseInt(variable.get("value").asString()))
                .findFirst()
                .orElse(0);
    }

    private static String first(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }
}
