package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Refusal;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Link;

/** Refusals in the forms that AMQP has for them. */
final class Errors {
    private Errors() {}

    static ErrorCondition condition(Refusal refusal) {
        return new ErrorCondition(Symbol.valueOf(refusal.condition()), refusal.getMessage());
    }

    static Rejected rejected(Refusal refusal) {
        Rejected rejected = new Rejected();
        rejected.setError(condition(refusal));
        return rejected;
    }

    /** Answers an attach with a refusal: an attach without an address, then a detach with the reason (part 2.6.3). */
    static void refuse(Link link, Refusal refusal) {
        link.setSource(null);
        link.setTarget(null);
        link.open();
        close(link, refusal);
    }

    static void close(Link link, Refusal refusal) {
        link.setCondition(condition(refusal));
        link.close();
    }
}
