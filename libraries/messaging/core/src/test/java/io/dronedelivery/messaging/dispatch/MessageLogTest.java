package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

/** The sinks as they are configured, with a real database. */
class MessageLogTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    private final List<OutboundEvent> published = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DispatchAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(EventPublisher.class, () -> event -> Mono.fromRunnable(() -> published.add(event)));

    @BeforeEach
    void dropTable() throws SQLException {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS message_log");
        }
    }

    private static String[] toPostgres(String sinks) {
        return new String[] {
            "messaging.dispatch.sinks=" + sinks,
            "messaging.dispatch.postgres.url=r2dbc:postgresql://localhost:" + POSTGRES.port() + "/"
                    + POSTGRES.database(),
            "messaging.dispatch.postgres.username=postgres",
            "messaging.dispatch.postgres.connections.min=2",
            "messaging.dispatch.postgres.connections.max=3"
        };
    }

    private static List<String> logged(String columns) {
        List<String> rows = new ArrayList<>();
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT concat_ws(' ', " + columns + ") FROM message_log ORDER BY id")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void execute(String sql) {
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void dispatch(BoundedDispatcher dispatcher, List<OutboundEvent> events) {
        try (Admission admission = dispatcher.admit(events.size())) {
            admission.dispatch(events).block(TIMEOUT);
        }
    }

    @Test
    void both_sinks_get_every_message() {
        application.withPropertyValues(toPostgres("broker,postgres")).run(context -> {
            BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);

            dispatch(dispatcher, Events.ofOneKey("d-1", 2));

            assertThat(Events.ids(published)).containsExactly("d-1:0", "d-1:1");
            assertThat(logged("source, event_id, type, channel, message_key, data"))
                    .containsExactly(
                            "/delivery-service d-1:0 LoadGenerated dispatch-load d-1 {\"number\":0}",
                            "/delivery-service d-1:1 LoadGenerated dispatch-load d-1 {\"number\":1}");
            assertThat(dispatcher.status().sinks())
                    .extracting(DispatchStatus.SinkStatus::name)
                    .containsExactly("servicebus", "postgres");
        });
    }

    @Test
    void the_message_log_alone_needs_no_broker() {
        application.withPropertyValues(toPostgres("postgres")).run(context -> {
            dispatch(context.getBean(BoundedDispatcher.class), Events.ofManyKeys(50));

            assertThat(published).isEmpty();
            assertThat(logged("event_id")).hasSize(50);
        });
    }

    @Test
    void a_message_that_comes_again_is_logged_once() {
        application.withPropertyValues(toPostgres("postgres")).run(context -> {
            BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
            dispatch(dispatcher, Events.ofOneKey("d-1", 2));
            dispatch(dispatcher, Events.ofOneKey("d-1", 3));

            assertThat(logged("event_id")).containsExactly("d-1:0", "d-1:1", "d-1:2");
        });
    }

    @Test
    void messages_that_are_older_than_the_log_keeps_them_are_deleted_and_the_others_stay() {
        application
                .withPropertyValues(toPostgres("postgres"))
                .withPropertyValues(
                        "messaging.dispatch.postgres.retention.keep=1h",
                        "messaging.dispatch.postgres.retention.prune-interval=100ms",
                        "messaging.dispatch.postgres.retention.prune-batch=7")
                .run(context -> {
                    BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
                    dispatch(dispatcher, Events.ofManyKeys(20));
                    execute("UPDATE message_log SET written_at = now() - interval '61 minutes'");
                    dispatch(dispatcher, Events.ofOneKey("young", 2));

                    await().atMost(TIMEOUT).until(() -> logged("event_id").size() <= 2);

                    assertThat(logged("event_id")).containsExactly("young:0", "young:1");
                });
    }

    @Test
    void an_event_without_data_is_logged_too() {
        OutboundEvent event = Events.event("d-1", 0);
        OutboundEvent bare = new OutboundEvent(
                event.channel(),
                CloudEventBuilder.v1(event.event()).withoutData().build());
        application.withPropertyValues(toPostgres("postgres")).run(context -> {
            dispatch(context.getBean(BoundedDispatcher.class), List.of(bare));

            assertThat(logged("coalesce(data, 'none')")).containsExactly("none");
        });
    }

    @Test
    void the_minimum_is_kept_the_maximum_is_not_passed_and_openings_are_counted() {
        application.withPropertyValues(toPostgres("postgres")).run(context -> {
            BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(dispatcher
                                    .status()
                                    .sinks()
                                    .get(0)
                                    .connections()
                                    .open())
                            .isEqualTo(2));

            dispatch(dispatcher, Events.ofManyKeys(200));

            assertThat(dispatcher.status().sinks().get(0).connections()).satisfies(connections -> {
                assertThat(connections.opened()).isBetween(2L, 3L);
                assertThat(connections.min()).isEqualTo(2);
                assertThat(connections.max()).isEqualTo(3);
            });
            assertThat(context.getBean(MeterRegistry.class)
                            .get("messaging.dispatch.sink.connections.opened")
                            .tag("sink", "postgres")
                            .functionCounter()
                            .count())
                    .isBetween(2.0, 3.0);
        });
    }

    @Test
    void without_a_sink_the_application_does_not_start() {
        application
                .withPropertyValues("messaging.dispatch.sinks=")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("must name where messages go: broker, postgres or both"));
    }

    @Test
    void a_message_log_without_a_database_does_not_start() {
        application
                .withPropertyValues("messaging.dispatch.sinks=postgres")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("must have the form r2dbc:postgresql://host:port/database"));
    }

    @Test
    void a_minimum_above_the_maximum_is_named() {
        application
                .withPropertyValues(toPostgres("postgres"))
                .withPropertyValues("messaging.dispatch.postgres.connections.min=4")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("messaging.dispatch.postgres.connections.min is 4, above"
                                + " messaging.dispatch.postgres.connections.max, which is 3"));
    }

    @Test
    void an_application_that_configures_no_dispatcher_has_none() {
        application.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BoundedDispatcher.class));
    }

    @Test
    void a_database_that_is_away_makes_errors_and_no_broken_start() {
        application
                .withPropertyValues(
                        "messaging.dispatch.sinks=postgres",
                        "messaging.dispatch.postgres.url=r2dbc:postgresql://localhost:1/log",
                        "messaging.dispatch.postgres.username=postgres",
                        "messaging.dispatch.retry.attempts=2",
                        "messaging.dispatch.retry.first-backoff=1ms")
                .run(context -> {
                    BoundedDispatcher dispatcher = context.getBean(BoundedDispatcher.class);
                    dispatcher.admit(1).enqueue(Events.ofManyKeys(1));

                    Awaitility.await()
                            .atMost(TIMEOUT)
                            .untilAsserted(() ->
                                    assertThat(dispatcher.status().errors()).isEqualTo(1));
                    assertThat(dispatcher.status().lastErrors().get(0).message())
                            .startsWith("postgres: ");
                });
    }
}
