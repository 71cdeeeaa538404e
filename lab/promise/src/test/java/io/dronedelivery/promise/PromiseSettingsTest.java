package io.dronedelivery.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.promise.cluster.Form;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PromiseSettingsTest {

    @Test
    void without_any_the_services_are_as_shipped_on_both_brokers() {
        PromiseSettings settings = PromiseSettings.of(new Properties());

        assertThat(settings.form()).isEqualTo(Form.LONG);
        assertThat(settings.brokers()).containsExactly(StackBroker.KAFKA, StackBroker.SERVICEBUS);
        assertThat(settings.kills()).isEqualTo(5);
        assertThat(settings.asksForTokens()).isTrue();
        assertThat(settings.parking()).isEqualTo(RetryProperties.Parking.DEFAULT.after());
    }

    @Test
    void those_that_are_given_count_and_blank_ones_do_not() {
        Properties given = new Properties();
        given.setProperty("promise.kills", "200");
        given.setProperty("promise.broker", "kafka");
        given.setProperty("promise.away", "3600");
        given.setProperty("promise.rate", " ");

        PromiseSettings settings = PromiseSettings.of(given);

        assertThat(settings.kills()).isEqualTo(200);
        assertThat(settings.brokers()).containsExactly(StackBroker.KAFKA);
        assertThat(settings.away()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.rate()).isEqualTo(15);
    }

    @Test
    void wrong_one_is_named_with_what_is_expected() {
        assertIsRefused("promise.kills", "many", "-Dpromise.kills=many: expected is a whole number from 0 to 10000");
        assertIsRefused("promise.broker", "rabbit", "-Dpromise.broker=rabbit: expected is one of servicebus, kafka");
        assertIsRefused("promise.form", "tiny", "-Dpromise.form=tiny: expected is one of short, long");
        assertIsRefused(
                "promise.other.jars", "no/such", "-Dpromise.other.jars=no/such: expected is a folder with jars");
    }

    private static void assertIsRefused(String name, String value, String message) {
        Properties given = new Properties();
        given.setProperty(name, value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromiseSettings.of(given))
                .withMessage(message);
    }
}
