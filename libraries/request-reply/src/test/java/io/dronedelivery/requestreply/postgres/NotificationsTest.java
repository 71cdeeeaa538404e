package io.dronedelivery.requestreply.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedPostgres;
import io.dronedelivery.messaging.testkit.SilentProxy;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.Disposable;

class NotificationsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CHANNEL = Notifications.jobs("lost");

    @RegisterExtension
    static final SharedPostgres POSTGRES = new SharedPostgres();

    @Test
    void connection_that_is_lost_without_a_word_is_replaced() throws IOException {
        JobTable others = table("others");
        try (SilentProxy proxy = new SilentProxy(POSTGRES.port())) {
            List<String> heard = new CopyOnWriteArrayList<>();
            Disposable listening = new Notifications(factory(proxy.port()), table("this"), "this")
                    .listen(CHANNEL)
                    .subscribe(heard::add);
            await().atMost(TIMEOUT).until(() -> heard.size() == 1);

            proxy.silence();
            await().atMost(TIMEOUT).until(() -> heard.size() == 2);
            others.tell(Set.of(CHANNEL)).block(TIMEOUT);

            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(heard).containsExactly(CHANNEL, CHANNEL, CHANNEL));
            listening.dispose();
        }
        others.close().block(TIMEOUT);
    }

    private static JobTable table(String process) {
        return new JobTable(
                factory(POSTGRES.port()),
                new PostgresJobSettings("lost", 10, Duration.ofSeconds(2), Duration.ofSeconds(1)),
                process);
    }

    private static PostgresqlConnectionFactory factory(int port) {
        return new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                .host("localhost")
                .port(port)
                .username(SharedPostgres.USER)
                .database(POSTGRES.database())
                .build());
    }
}
