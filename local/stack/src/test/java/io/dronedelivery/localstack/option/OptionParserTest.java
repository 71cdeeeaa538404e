package io.dronedelivery.localstack.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localstack.application.Application;
import io.dronedelivery.localstack.option.LocalOptions.Management;
import io.dronedelivery.localstack.sample.SampleSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionParserTest {

    @Test
    void without_arguments_everything_is_at_its_default() {
        LocalOptions options = OptionParser.parse().options();

        assertThat(options.dataDir()).isEmpty();
        assertThat(options.ports())
                .isEqualTo(new LocalOptions.Ports(
                        8080,
                        8101,
                        8102,
                        8103,
                        8104,
                        8105,
                        8106,
                        8108,
                        0,
                        new Management(8180, 8181, 8182, 8183),
                        "local.port.service-bus"));
        assertThat(options.broker()).isEqualTo(StackBroker.SERVICEBUS);
        assertThat(options.sample()).isEqualTo(new SampleSpec(50, 24, 100_000, 20250101));
        assertThat(options.cosmos().partitions()).isEqualTo(9);
        assertThat(options.cosmos().partitionKey()).isEqualTo("/ownerId");
        assertThat(options.cosmos().parallelism()).isEqualTo("all");
        assertThat(options.cosmos().throughput()).isEqualTo(20_000);
        assertThat(options.cosmos().latency().next()).isZero();
        assertThat(options.newConnections()).isEmpty();
        assertThat(options.jobLocks()).isEmpty();
        assertThat(options.attachLatency()).isEmpty();
        assertThat(options.firstCalls()).isTrue();
        assertThat(options.passedOn()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--gateway.agregations.x.path=/x, gateway.aggregations.x.path",
        "--gatway.defaults.timeout=1s, gateway.defaults.timeout",
        "--gateway.aggregations.owner-invoice.parts.invoice.timeot=1s, gateway.aggregations.owner-invoice.parts.invoice.timeout",
        "--gateway.aggregations.owner-invoice.part.invoice.timeout=1s, gateway.aggregations.owner-invoice.parts.invoice.timeout",
        "--delivery.reconcilation.interval=1s, delivery.reconciliation.interval"
    })
    void name_of_a_property_that_is_like_a_known_one_is_refused(String argument, String intended) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse(argument))
                .withMessage(argument + ": there is no such setting, did you mean " + intended + "?");
    }

    @Test
    void property_of_this_project_that_is_like_no_known_one_is_refused_with_those_beside_it() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse("--gateway.json.width=1"))
                .withMessage("--gateway.json.width=1: there is no such setting; gateway.json has max-depth");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--gateway.limits.max-concurrent-requests=abc              | a whole number",
                "--gateway.limits.adaptive=perhaps                         | true or false",
                "--gateway.aggregations.x.parts.y.timeout=soon             | a time such as 500ms, 10s or 5m",
                "--gateway.limits.max-incoming-bodies=much                 | a size such as 512KB or 10MB",
                "--gateway.aggregations.x.priority=high                    | one of critical, normal, background",
                "--spring.r2dbc.pool.max-size=abc                          | a whole number",
                "--server.netty.connection-timeout=soon                    | a time such as 500ms, 10s or 5m",
                "--invoice.lines.max-limit=99999999999                     | a whole number"
            })
    void value_of_another_type_than_its_property_is_refused(String argument, String expected) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse(argument))
                .withMessage(argument + ": expected " + expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--gateway.aggregations.owner-invoice.parts.invoice.timeout=200ms",
                "--gateway.backends.drone.instances.addresses[0]=localhost:1",
                "--gateway.defaults.PartTimeout=1s",
                "--messaging.dispatch.sinks=broker",
                "--logging.level.io.dronedelivery=debug",
                "--server.shutdown=graceful",
                "--mine.own=1"
            })
    void name_of_a_property_that_is_known_or_of_others_is_passed_on(String argument) {
        assertThat(OptionParser.parse(argument).options().passedOn()).containsExactly(argument);
    }

    @Test
    void one_option_moves_all_ports_but_those_that_are_given() {
        LocalOptions.Ports moved = OptionParser.parse("--local.port=30000", "--local.port.cosmos=9104")
                .options()
                .ports();

        assertThat(moved.gateway()).isEqualTo(30_000);
        assertThat(moved.deliveryService()).isEqualTo(30_021);
        assertThat(moved.cosmos()).isEqualTo(9104);
        assertThat(moved.insights()).isEqualTo(30_028);
        assertThat(moved.management()).isEqualTo(new Management(30_100, 30_101, 30_102, 30_103));
        assertThat(OptionParser.parse("--local.port=0")
                        .options()
                        .ports()
                        .byOption()
                        .values())
                .containsOnly(0);
    }

    @Test
    void an_application_on_a_free_port_has_a_free_one_for_its_operators() {
        assertThat(OptionParser.parse("--local.port.gateway=0")
                        .options()
                        .ports()
                        .management())
                .isEqualTo(new Management(0, 8181, 8182, 8183));
        assertThat(OptionParser.parse("--local.port.gateway=0", "--local.port.gateway.management=8180")
                        .options()
                        .ports()
                        .management()
                        .gateway())
                .isEqualTo(8180);
    }

    @Test
    void what_is_given_takes_the_place_of_the_default() {
        LocalOptions options = OptionParser.parse(
                        "--local.data-dir=drones",
                        "--local.port.gateway=9080",
                        "--local.sample.deliveries=500",
                        "--local.cosmos.partition-key=/id",
                        "--local.cosmos.parallelism=3",
                        "--local.cosmos.latency=53ms",
                        "--local.service-bus.new-connections=64/4m",
                        "--local.service-bus.job-locks=5s/10",
                        "--local.service-bus.attach-latency=300ms",
                        "--local.first-calls=off")
                .options();

        assertThat(options.dataDir()).contains(Path.of("drones").toAbsolutePath());
        assertThat(options.ports().gateway()).isEqualTo(9080);
        assertThat(options.sample().deliveries()).isEqualTo(500);
        assertThat(options.cosmos().partitionKey()).isEqualTo("/id");
        assertThat(options.cosmos().parallelism()).isEqualTo("3");
        assertThat(options.cosmos().latency().next()).isEqualTo(Duration.ofMillis(53));
        assertThat(options.newConnections()).contains(new LocalOptions.ConnectionLimit(64, Duration.ofMinutes(4)));
        assertThat(options.jobLocks()).contains(new LocalOptions.JobLocks(Duration.ofSeconds(5), 10));
        assertThat(options.attachLatency().map(Latency::next)).contains(Duration.ofMillis(300));
        assertThat(options.firstCalls()).isFalse();
    }

    @Test
    void container_of_the_deliveries_is_as_the_other_unless_something_else_is_given() {
        LocalOptions.CosmosOptions alike =
                OptionParser.parse("--local.cosmos.throughput=900").options().cosmos();
        LocalOptions.CosmosOptions different = OptionParser.parse(
                        "--local.cosmos.partition-key=/id",
                        "--local.cosmos.throughput=900",
                        "--local.cosmos.deliveries.partition-key=/ownerId",
                        "--local.cosmos.deliveries.throughput=5000")
                .options()
                .cosmos();

        assertThat(alike.partitionKeyOf("deliveries")).isEqualTo("/ownerId");
        assertThat(alike.throughputOf("deliveries")).isEqualTo(900);
        assertThat(different.partitionKeyOf("deliveries")).isEqualTo("/ownerId");
        assertThat(different.partitionKeyOf("flights")).isEqualTo("/id");
        assertThat(different.throughputOf("deliveries")).isEqualTo(5000);
        assertThat(different.throughputOf("flights")).isEqualTo(900);
    }

    @Test
    void broker_that_is_chosen_has_its_own_port() {
        LocalOptions options = OptionParser.parse("--local.broker=kafka", "--local.port.service-bus=1")
                .options();

        assertThat(options.broker()).isEqualTo(StackBroker.KAFKA);
        assertThat(options.ports().broker()).isEqualTo(8107);
        assertThat(options.ports().byOption())
                .containsEntry("local.port.kafka", 8107)
                .doesNotContainKey("local.port.service-bus");
    }

    @Test
    void insights_that_are_left_out_need_no_port() {
        LocalOptions options = OptionParser.parse("--local.insights=off", "--local.port.insights=1")
                .options();

        assertThat(options.insights()).isFalse();
        assertThat(options.ports().byOption()).containsEntry("local.port.insights", 0);
    }

    @Test
    void issuer_is_started_on_request_and_needs_no_port_before() {
        assertThat(OptionParser.parse("--local.port.auth=1").options().ports().auth())
                .isZero();

        LocalOptions options = OptionParser.parse("--local.auth=on").options();

        assertThat(options.auth()).isTrue();
        assertThat(options.ports().byOption()).containsEntry("local.port.auth", 8109);
    }

    @Test
    void applications_run_in_the_launchers_process_unless_they_are_given_some_of_their_own() {
        assertThat(OptionParser.parse().options().processes()).isEmpty();
        assertThat(OptionParser.parse("--local.processes=off").options().processes())
                .isEmpty();
        assertThat(OptionParser.parse("--local.processes=2")
                        .options()
                        .processes()
                        .orElseThrow()
                        .instances())
                .hasSize(4)
                .containsValue(2)
                .doesNotContainValue(1);
    }

    @Test
    void application_that_is_not_named_has_one_process() {
        LocalOptions options = OptionParser.parse(
                        "--local.processes=invoice-service:3,gateway:1", "--local.processes.restarts=0")
                .options();

        assertThat(options.processes().orElseThrow().instances())
                .containsEntry(Application.INVOICE_SERVICE, 3)
                .containsEntry(Application.GATEWAY, 1)
                .containsEntry(Application.DELIVERY_SERVICE, 1)
                .containsEntry(Application.DRONE_SERVICE, 1);
        assertThat(options.mostInstances()).isEqualTo(3);
        assertThat(options.processRestarts()).isZero();
    }

    @Test
    void broker_of_the_applications_alone_cannot_be_chosen() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse("--messaging.broker=kafka"))
                .withMessageContaining("use --local.broker=NAME");
    }

    @Test
    void connections_to_a_broker_that_is_not_started_cannot_be_limited() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(
                        () -> OptionParser.parse("--local.broker=kafka", "--local.service-bus.new-connections=64/4m"))
                .withMessage("--local.service-bus.new-connections: there is no local Service Bus with"
                        + " --local.broker=kafka");
    }

    @Test
    void properties_of_the_applications_are_passed_on() {
        assertThat(OptionParser.parse("--gateway.backends.drone.base-url=http://localhost:1", "--debug")
                        .options()
                        .passedOn())
                .containsExactly("--gateway.backends.drone.base-url=http://localhost:1", "--debug");
    }

    @ParameterizedTest
    @CsvSource({
        "--local.port.gatway=1,             --local.port.gateway",
        "--local.sample.delivery=1,         --local.sample.deliveries",
        "--local.datadir=x,                 --local.data-dir",
        "--local.cosmos.partitionkey=/id,   --local.cosmos.partition-key"
    })
    void unknown_option_is_refused_with_the_closest_one(String argument, String closest) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse(argument))
                .withMessageStartingWith(argument.substring(0, argument.indexOf('=')) + ": there is no such option")
                .withMessageContaining("did you mean " + closest + "?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--local.port.gateway=65536         | a whole number from 0 to 65535",
                "--local.port.postgres=abc          | a whole number from 0 to 65535",
                "--local.broker=rabbitmq            | kafka or servicebus",
                "--local.insights=yes               | off or on",
                "--local.first-calls=never          | off or on",
                "--local.auth=yes                   | off or on",
                "--local.processes=                 | off, a number from 1 to 9 for all applications",
                "--local.processes=0                | off, a number from 1 to 9 for all applications",
                "--local.processes=10               | off, a number from 1 to 9 for all applications",
                "--local.processes=drone:2          | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes=drone-service    | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes=drone-service:x  | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes=drone-service:2: | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes=gateway:1,       | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes=gateway:1,gateway:2 | gateway, delivery-service, drone-service, invoice-service, each named once",
                "--local.processes.restarts=-1      | a whole number from 0 to 1000",
                "--local.service-bus.new-connections=64     | a number of connections up to 100000 and a time up to 1h",
                "--local.service-bus.new-connections=0/4m   | a number of connections up to 100000 and a time up to 1h",
                "--local.service-bus.new-connections=64/2h  | a number of connections up to 100000 and a time up to 1h",
                "--local.service-bus.job-locks=5s           | a time from 1s to 5m and a number of deliveries up to 2000",
                "--local.service-bus.job-locks=0s/10        | a time from 1s to 5m and a number of deliveries up to 2000",
                "--local.service-bus.job-locks=6m/10        | a time from 1s to 5m and a number of deliveries up to 2000",
                "--local.service-bus.job-locks=5s/0         | a time from 1s to 5m and a number of deliveries up to 2000",
                "--local.service-bus.new-connections=64/now | a number of connections up to 100000 and a time up to 1h",
                "--local.service-bus.attach-latency=2m      | none, a time up to 60s",
                "--local.sample.owners=0            | a whole number from 1 to 1000000",
                "--local.sample.months=             | a whole number from 1 to 600",
                "--local.sample.deliveries=0        | a whole number from 1 to 10000000",
                "--local.sample.seed=x              | a whole number",
                "--local.cosmos.partitions=0        | a whole number from 1 to 256",
                "--local.cosmos.partition-key=/year | /id or /ownerId",
                "--local.cosmos.parallelism=0       | a whole number from 1 to 1000",
                "--local.cosmos.throughput=401      | a multiple of 100 from 400 to 1000000",
                "--local.cosmos.latency=soon        | none, a time up to 60s",
                "--local.cosmos.latency=2m          | none, a time up to 60s",
                "--local.cosmos.latency=80ms/10ms   | a 99th percentile not below it",
                "--local.cosmos.latency=1/2/3       | none, a time up to 60s"
            })
    void bad_value_is_refused_with_option_value_and_what_is_expected(String argument, String expected) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse(argument))
                .withMessageStartingWith(argument + ": expected")
                .withMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local.port.gateway=1", "-x", "--", "--local.port.gateway"})
    void argument_that_is_no_option_is_refused(String argument) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> OptionParser.parse(argument))
                .withMessageStartingWith(argument)
                .withMessageContaining("value");
    }

    @Test
    void data_directory_decides_what_its_data_is_made_from() {
        Map<String, String> remembered = Map.of("local.sample.deliveries", "500", "local.cosmos.partition-key", "/id");

        LocalOptions options = OptionParser.parse("--local.data-dir=drones").options(remembered);

        assertThat(options.sample().deliveries()).isEqualTo(500);
        assertThat(options.cosmos().partitionKey()).isEqualTo("/id");
        assertThat(options.dataOptions()).containsAllEntriesOf(remembered);
    }

    @Test
    void asking_a_data_directory_for_other_data_is_refused() {
        OptionParser parser = OptionParser.parse("--local.data-dir=drones", "--local.sample.deliveries=600");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> parser.options(Map.of("local.sample.deliveries", "500")))
                .withMessageContaining("--local.sample.deliveries=600")
                .withMessageContaining("drones was made with 500");
    }

    @Test
    void help_lists_every_option_with_its_default() {
        assertThat(OptionParser.asksForHelp("--local.port.gateway=1", "--help")).isTrue();
        assertThat(OptionParser.help())
                .contains(OptionCatalog.names())
                .contains("--local.port.gateway=PORT")
                .contains("(default 8080)");
    }
}
