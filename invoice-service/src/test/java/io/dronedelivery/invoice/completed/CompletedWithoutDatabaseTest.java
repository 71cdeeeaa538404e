package io.dronedelivery.invoice.completed;

import static io.dronedelivery.invoice.completed.CompletedEvents.completed;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class CompletedWithoutDatabaseTest {

    @Test
    void a_database_that_is_away_says_nothing_against_the_event() {
        try (TestDatabase database = TestDatabase.startOnItsOwnServer();
                ConfigurableApplicationContext service =
                        InvoiceServiceApplication.builder().run(database.arguments())) {
            EventHandler handler = service.getBean("completedDeliveries", EventSubscription.class)
                    .handler(CompletedEvents.TYPE, 1);
            handler.handle(completed("before", "o-17", "2026-11-03T10:15:30Z")).block();
            database.stopServer();

            CloudEvent event = completed("after", "o-17", "2026-11-03T10:15:30Z");
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(() -> handler.handle(event).block())
                        .isInstanceOf(DependencyUnavailableException.class);
            }
        }
    }
}
