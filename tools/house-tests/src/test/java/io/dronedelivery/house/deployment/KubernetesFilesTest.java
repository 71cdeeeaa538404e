package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.APPLICATIONS;
import static io.dronedelivery.house.deployment.Repository.ROOT;
import static io.dronedelivery.house.deployment.Repository.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What can be said of {@code deploy/kubernetes} with a JDK; {@code tools/deploy-check/run} renders it and asks the schemas of Kubernetes and KEDA. */
class KubernetesFilesTest {

    private static final String BASE = "deploy/kubernetes/base/";
    private static final String PRE_STOP = "/lifecycle/preStop/exec/command";
    /** {@code messaging.drain.timeout}. */
    private static final Duration DRAIN = Duration.ofSeconds(20);

    @Test
    void every_file_is_yaml_that_says_nothing_twice_and_is_used() throws IOException {
        Path folder = ROOT.resolve("deploy/kubernetes");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = ROOT.relativize(file).toString();
                if (name.endsWith(".yaml")) {
                    assertThat(yaml(name)).as(name).isNotEmpty();
                }
                if (!name.endsWith("kustomization.yaml") && !name.endsWith("README.md")) {
                    assertThat(Files.readString(file.resolveSibling("kustomization.yaml")))
                            .as("what is applied")
                            .contains(file.getFileName().toString());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "service-bus"})
    void services_do_not_start_with_a_broker_that_breaks_the_promise(String component) throws IOException {
        assertThat(Repository.literals(component)).containsEntry("MESSAGING_PROMISE_CHECK", "refuse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void ports_are_those_of_the_application(String application) throws IOException {
        int port = Repository.port(application);
        int management = Repository.managementPort(application);

        assertThat(container(application).get("ports").valueStream())
                .extracting(
                        one -> one.get("name").asString(),
                        one -> one.get("containerPort").asInt())
                .containsExactly(tuple("http", port), tuple("management", management));
        assertThat(document(application, "Service").at("/spec/ports/0/port").asInt())
                .isEqualTo(port);
        assertThat(document(application, "Service").at("/spec/ports"))
                .as("no service leads to the management port")
                .hasSize(1);
        assertThat(pod(application)
                        .at("/metadata/annotations/prometheus.io~1port")
                        .asString())
                .isEqualTo(Integer.toString(management));
    }

    @Test
    void gateway_calls_the_services_by_their_names_and_may_do_so() throws IOException {
        String policies = Repository.text(BASE + "network-policies.yaml");
        for (String backend : List.of("delivery", "drone", "invoice")) {
            String service = backend + "-service";
            String variable = "GATEWAY_BACKENDS_" + backend.toUpperCase(Locale.ROOT) + "_BASEURL";
            assertThat(variables(container("gateway")))
                    .containsEntry(
                            variable,
                            "http://" + service + ".drone-delivery.svc.cluster.local:" + Repository.port(service));
            // The gateway spreads its calls itself, so the name has to lead to each instance, and the port to theirs.
            assertThat(document(service, "Service").at("/spec/clusterIP").asString())
                    .isEqualTo("None");
            assertThat(policies)
                    .contains("app.kubernetes.io/name: " + service + " } }\n      ports:\n        - { port: "
                            + Repository.port(service) + " }");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void instance_has_the_time_for_what_it_has_begun(String application) throws IOException {
        List<String> hook = container(application)
                .at(PRE_STOP)
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        Duration wait = Duration.ofSeconds(Long.parseLong(hook.get(hook.size() - 1)));
        Duration needed = wait.plus(Repository.shutdownPhase(application).multipliedBy(2));
        if (!application.equals("gateway")) {
            assertThat(hook).startsWith("drain", Integer.toString(Repository.managementPort(application)));
            needed = needed.plus(DRAIN);
        }

        assertThat(Duration.ofSeconds(pod(application)
                        .at("/spec/terminationGracePeriodSeconds")
                        .asLong()))
                .isGreaterThan(needed);
    }

    @Test
    void pods_keep_to_the_restricted_standard() throws IOException {
        assertThat(yaml(BASE + "namespace.yaml")
                        .get(0)
                        .at("/metadata/labels/pod-security.kubernetes.io~1enforce")
                        .asString())
                .isEqualTo("restricted");
        JsonNode spec = yaml(BASE + "application.yaml").get(0).at("/spec/template/spec");
        assertThat(spec.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(spec.at("/securityContext/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        JsonNode security = spec.at("/containers/0/securityContext");
        assertThat(security.get("allowPrivilegeEscalation").asBoolean()).isFalse();
        assertThat(security.get("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.at("/capabilities/drop/0").asString()).isEqualTo("ALL");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(spec.at("/containers/0/" + probe + "/httpGet/port").asString())
                    .as(probe)
                    .isEqualTo("management");
        }
        for (String application : APPLICATIONS) {
            assertThat(container(application).get("name").asString())
                    .as("the name by which the patch finds the container of " + application)
                    .isEqualTo(spec.at("/containers/0/name").asString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void one_zone_or_one_node_may_go(String application) throws IOException {
        // KEDA says how many there are; a number here would be set again with each deployment.
        assertThat(document(application, "Deployment").at("/spec").has("replicas"))
                .isFalse();
        List<String> scaling = application.equals("gateway")
                ? List.of(BASE + "scaling.yaml")
                : List.of(
                        "deploy/kubernetes/components/service-bus/scaling.yaml",
                        "deploy/kubernetes/components/kafka/scaling.yaml");
        for (String file : scaling) {
            assertThat(yaml(file).stream()
                            .filter(document -> document.at("/spec/scaleTargetRef/name")
                                    .asString("")
                                    .equals(application)))
                    .as(file)
                    .singleElement()
                    .satisfies(document -> assertThat(
                                    document.at("/spec/minReplicaCount").asInt())
                            .isGreaterThanOrEqualTo(3));
        }
        assertThat(document(application, "PodDisruptionBudget")
                        .at("/spec/maxUnavailable")
                        .asInt())
                .isEqualTo(1);
        assertThat(pod(application).at("/spec/topologySpreadConstraints").valueStream())
                .extracting(constraint -> constraint.get("topologyKey").asString())
                .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
        assertThat(container(application).at("/resources/limits/memory"))
                .isEqualTo(container(application).at("/resources/requests/memory"));
    }

    /**
     * By default nodes that do not answer count: a zone that is gone has no instance, and each other zone may have one more than none, however
     * many there ought to be.
     */
    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void zone_that_is_gone_keeps_no_instance_from_the_others(String application) throws IOException {
        assertThat(pod(application).at("/spec/topologySpreadConstraints").valueStream())
                .filteredOn(constraint ->
                        constraint.get("whenUnsatisfiable").asString().equals("DoNotSchedule"))
                .isNotEmpty()
                .allSatisfy(constraint -> assertThat(
                                constraint.path("nodeTaintsPolicy").asString())
                        .isEqualTo("Honor"));
    }

    @Test
    void every_variable_is_a_setting() throws IOException {
        Set<String> variables = new TreeSet<>();
        variables.addAll(variables(yaml(BASE + "application.yaml").get(0).at("/spec/template/spec/containers/0"))
                .keySet());
        for (String application : APPLICATIONS) {
            variables.addAll(variables(container(application)).keySet());
        }
        for (String overlay : List.of("azure", "kafka")) {
            variables.addAll(Repository.environment("deploy/kubernetes/" + overlay + "/settings.env")
                    .keySet());
        }
        for (String component : List.of("service-bus", "kafka")) {
            variables.addAll(Repository.literals(component).keySet());
        }
        for (String variable : variables) {
            // The exporter's own variable, which the service kit reads as applicationinsights.connection.string.
            assertThat(variable.equals("APPLICATIONINSIGHTS_CONNECTION_STRING") || Repository.isSetting(variable))
                    .as(variable + " is the variable of a setting")
                    .isTrue();
        }
    }

    private static Map<String, String> variables(JsonNode container) {
        Map<String, String> variables = new TreeMap<>();
        container
                .path("env")
                .forEach(variable -> variables.put(
                        variable.get("name").asString(), variable.get("value").asString()));
        return variables;
    }

    private static JsonNode container(String application) throws IOException {
        return pod(application).at("/spec/containers/0");
    }

    private static JsonNode pod(String application) throws IOException {
        return document(application, "Deployment").at("/spec/template");
    }

    private static JsonNode document(String application, String kind) throws IOException {
        return yaml(BASE + application + ".yaml").stream()
                .filter(document -> document.get("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError(application + " has no " + kind));
    }
}
