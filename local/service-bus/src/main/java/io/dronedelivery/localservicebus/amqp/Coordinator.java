package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Transactions;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.transaction.Declare;
import org.apache.qpid.proton.amqp.transaction.Declared;
import org.apache.qpid.proton.amqp.transaction.Discharge;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** Begins and ends the transactions of a connection. */
record Coordinator(Transactions transactions) implements RequestLink.Node {
    @Override
    public DeliveryState handle(Message request, @Nullable DeliveryState state, Runnable answered) {
        answered.run();
        Object command = request.getBody() instanceof AmqpValue value ? value.getValue() : null;
        try {
            if (command instanceof Declare declare) {
                return declare(declare);
            }
            if (command instanceof Discharge discharge) {
                return discharge(discharge);
            }
            throw new BrokerRefusal(Conditions.NOT_IMPLEMENTED, "The coordinator knows declare and discharge only.");
        } catch (BrokerRefusal refusal) {
            return Errors.rejected(refusal);
        }
    }

    private DeliveryState declare(Declare declare) {
        if (declare.getGlobalId() != null) {
            throw new BrokerRefusal(
                    Conditions.NOT_IMPLEMENTED, "Distributed transactions (global-id) are not modelled.");
        }
        Declared declared = new Declared();
        declared.setTxnId(Tags.transaction(transactions.declare()));
        return declared;
    }

    private DeliveryState discharge(Discharge discharge) {
        if (Boolean.TRUE.equals(discharge.getFail())) {
            transactions.rollback(Tags.transaction(discharge.getTxnId()));
        } else {
            transactions.commit(Tags.transaction(discharge.getTxnId()));
        }
        return Accepted.getInstance();
    }
}
