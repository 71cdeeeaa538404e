package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpErrorContext;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusErrorSource;
import com.azure.messaging.servicebus.ServiceBusException;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the SDK says of payloads, in its own words. */
class SendFailuresTest {

    @ParameterizedTest
    @CsvSource({"256, true", "1024, true", "0, false"})
    void payload_is_too_large_for_a_link_that_has_a_limit(int kilobytes, boolean tooLarge) {
        AmqpException refused = new AmqpException(
                false,
                AmqpErrorCondition.LINK_PAYLOAD_SIZE_EXCEEDED,
                "Error sending. Size of the payload exceeded maximum message size: " + kilobytes + " kb",
                new AmqpErrorContext("localhost"));
        Throwable failure = new ServiceBusException(refused, ServiceBusErrorSource.SEND);

        assertThat(SendFailures.translate("channel", List.of(), failure))
                .isInstanceOf(tooLarge ? EventTooLargeException.class : BrokerUnavailableException.class);
        assertThat(SendFailures.isAnswer(failure)).isEqualTo(tooLarge);
    }
}
