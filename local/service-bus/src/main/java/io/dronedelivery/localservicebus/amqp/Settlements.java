package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Settlement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Outcome;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.jspecify.annotations.Nullable;

/** Maps AMQP outcomes to settlements: accepted to complete, modified to abandon or defer, rejected to dead-letter, released to release. */
final class Settlements {
    static final String REASON = "DeadLetterReason";
    static final String DESCRIPTION = "DeadLetterErrorDescription";

    private Settlements() {}

    /**
     * The settlement for an outcome.
     *
     * @throws BrokerRefusal when a receiver cannot send this outcome
     */
    static Settlement settlement(@Nullable Object outcome) {
        if (outcome instanceof Accepted) {
            return new Settlement.Complete();
        }
        if (outcome instanceof Released) {
            return new Settlement.Release();
        }
        if (outcome instanceof Modified modified) {
            Map<String, Object> changes = withStringKeys(modified.getMessageAnnotations());
            return Boolean.TRUE.equals(modified.getUndeliverableHere())
                    ? new Settlement.Defer(changes)
                    : new Settlement.Abandon(changes);
        }
        if (outcome instanceof Rejected rejected) {
            return deadLetter(rejected.getError());
        }
        throw new BrokerRefusal(Conditions.NOT_IMPLEMENTED, "The outcome %s is not modelled.".formatted(outcome));
    }

    private static Settlement deadLetter(@Nullable ErrorCondition error) {
        if (error == null) {
            return new Settlement.DeadLetter(null, null, Map.of());
        }
        Map<String, Object> info = withStringKeys(error.getInfo());
        Object reason = info.remove(REASON);
        Object description = info.remove(DESCRIPTION);
        return new Settlement.DeadLetter(
                reason == null ? null : RequestProperties.text(reason),
                description == null ? error.getDescription() : RequestProperties.text(description),
                info);
    }

    static TransactionalState transactional(TransactionalState asked, Outcome outcome) {
        TransactionalState answer = new TransactionalState();
        answer.setTxnId(asked.getTxnId());
        answer.setOutcome(outcome);
        return answer;
    }

    static Map<String, Object> withStringKeys(@Nullable Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (map != null) {
            map.forEach((key, value) -> copy.put(RequestProperties.text(key), value));
        }
        return copy;
    }
}
