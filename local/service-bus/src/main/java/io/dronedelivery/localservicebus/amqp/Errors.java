package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.message.RefusedPropertyException;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Link;

/** Refusals in AMQP's forms. */
final class Errors {
    private Errors() {}

    /** Sets all three fields: a client in Python reads the last one without checking whether it is present. */
    static ErrorCondition condition(BrokerRefusal refusal) {
        ErrorCondition condition = new ErrorCondition(Symbol.valueOf(refusal.condition()), refusal.getMessage());
        condition.setInfo(Map.of());
        return condition;
    }

    /** Service Bus's conditions: it fails on large properties, and reports other types as too large. */
    static BrokerRefusal of(RefusedPropertyException refused) {
        return new BrokerRefusal(
                refused.isTooLarge() ? Conditions.INTERNAL_ERROR : Conditions.MESSAGE_SIZE_EXCEEDED,
                String.valueOf(refused.getMessage()));
    }

    static Rejected rejected(BrokerRefusal refusal) {
        Rejected rejected = new Rejected();
        rejected.setError(condition(refusal));
        return rejected;
    }

    /** Answers an attach with a refusal: an attach without an address, then a detach with the reason (part 2.6.3). */
    static void refuse(Link link, BrokerRefusal refusal) {
        link.setSource(null);
        link.setTarget(null);
        link.open();
        close(link, refusal);
    }

    /** Ends a link, whether its attach was answered or not. */
    static void end(Link link, BrokerRefusal refusal) {
        if (link.getLocalState() == EndpointState.UNINITIALIZED) {
            refuse(link, refusal);
        } else {
            close(link, refusal);
        }
    }

    static void close(Link link, BrokerRefusal refusal) {
        link.setCondition(condition(refusal));
        link.close();
    }
}
