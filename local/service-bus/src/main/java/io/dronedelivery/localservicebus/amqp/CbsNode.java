package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;

/** Claims-based security: the client puts a signed token for each entity that it uses. */
final class CbsNode {
    private final SasTokens tokens;
    private final AmqpConnection connection;

    CbsNode(SasTokens tokens, AmqpConnection connection) {
        this.tokens = tokens;
        this.connection = connection;
    }

    Message handle(Message request) {
        try {
            putToken(request);
            return reply(202, "Accepted", "");
        } catch (BrokerRefusal refusal) {
            return reply(status(refusal.condition()), String.valueOf(refusal.getMessage()), refusal.condition());
        }
    }

    private static int status(String condition) {
        return switch (condition) {
            case Conditions.UNAUTHORIZED -> 401;
            case Conditions.NOT_FOUND -> 404;
            default -> 400;
        };
    }

    private void putToken(Message request) {
        RequestProperties properties = new RequestProperties(request);
        if (!"put-token".equals(properties.get("operation"))) {
            throw new BrokerRefusal(
                    Conditions.NOT_IMPLEMENTED,
                    "$cbs knows put-token, not '%s'.".formatted(properties.get("operation")));
        }
        String audience = properties.get("name");
        Object token = request.getBody() instanceof AmqpValue value ? value.getValue() : null;
        if (audience == null || token == null) {
            throw new BrokerRefusal(
                    Conditions.INVALID_FIELD, "put-token needs the property 'name' and a token as its body.");
        }
        // The announced type does not help: some clients call every token a JWT.
        if (!SasTokens.isSignature(RequestProperties.text(token))) {
            throw new BrokerRefusal(
                    Conditions.NOT_IMPLEMENTED,
                    "Tokens of type '%s' are not modelled; use a shared access key.".formatted(properties.get("type")));
        }
        long expiresAt = tokens.check(
                RequestProperties.text(token), audience, connection.broker().now());
        checkExists(audience);
        connection.authorization().grant(audience, expiresAt);
    }

    /** Reports a missing entity already here, as Azure does. */
    private void checkExists(String audience) {
        String entity = EntityPath.managed(audience).orElse(EntityPath.canonical(audience));
        if (!entity.isEmpty() && !connection.broker().has(entity)) {
            throw EntityPath.notFound(entity);
        }
    }

    private static Message reply(int status, String description, String condition) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("status-code", status);
        properties.put("status-description", description);
        if (!condition.isEmpty()) {
            properties.put("error-condition", org.apache.qpid.proton.amqp.Symbol.valueOf(condition));
        }
        Message reply = Message.Factory.create();
        reply.setApplicationProperties(new ApplicationProperties(properties));
        return reply;
    }
}
