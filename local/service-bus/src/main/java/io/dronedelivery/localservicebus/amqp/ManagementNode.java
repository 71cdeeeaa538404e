package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Consumer;
import io.dronedelivery.localservicebus.broker.Destination;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.Subscription;
import io.dronedelivery.localservicebus.broker.Topic;
import io.dronedelivery.localservicebus.filter.SqlSyntaxException;
import io.dronedelivery.localservicebus.message.MalformedMessageException;
import io.dronedelivery.localservicebus.message.RefusedPropertyException;
import io.dronedelivery.localservicebus.message.UnsupportedValueException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** An entity's {@code $management}: finds the operation, and puts its result or its refusal into a reply. */
final class ManagementNode {
    private static final String VENDOR = "com.microsoft:";
    /** Operations with a separate status for an empty result. */
    private static final Set<String> LOOKING = Set.of("peek-message", "enumerate-rules", "get-message-sessions");

    private final String entity;
    private final Broker broker;
    private final AmqpConnection connection;

    ManagementNode(String entity, AmqpConnection connection) {
        this.entity = entity;
        this.broker = connection.broker();
        this.connection = connection;
    }

    Message handle(Message request, @Nullable DeliveryState state) {
        try {
            if (state instanceof TransactionalState) {
                throw new BrokerRefusal(
                        Conditions.NOT_IMPLEMENTED, "Management operations inside a transaction are not modelled.");
            }
            RequestProperties properties = new RequestProperties(request);
            String operation = operation(properties);
            Map<String, Object> result = run(operation, ManagementBody.of(request), asker(properties));
            boolean nothingFound = result.isEmpty() && LOOKING.contains(operation);
            return nothingFound ? reply(204, "No Content", null) : reply(200, "OK", result);
        } catch (BrokerRefusal refusal) {
            return refused(refusal);
        } catch (SqlSyntaxException | MalformedMessageException e) {
            return refused(new BrokerRefusal(Conditions.INVALID_FIELD, String.valueOf(e.getMessage())));
        } catch (UnsupportedValueException e) {
            return refused(new BrokerRefusal(Conditions.NOT_IMPLEMENTED, String.valueOf(e.getMessage())));
        } catch (RefusedPropertyException e) {
            return refused(Errors.of(e));
        }
    }

    private static String operation(RequestProperties properties) {
        String name = String.valueOf(properties.get("operation"));
        return name.startsWith(VENDOR) ? name.substring(VENDOR.length()) : name;
    }

    /** The receiver that the request names, or any when it names none. */
    private Predicate<Consumer> asker(RequestProperties properties) {
        String link = properties.get("associated-link-name");
        return link == null
                ? consumer -> true
                : consumer -> consumer instanceof OutgoingLink receiver && receiver.is(link, connection);
    }

    private Map<String, Object> run(String operation, ManagementBody body, Predicate<Consumer> asker) {
        return switch (operation) {
            case "peek-message" -> peek(body, asker);
            case "renew-lock" -> messages(asker).renewLock(body);
            case "receive-by-sequence-number" -> messages(asker).receiveBySequenceNumber(body);
            case "update-disposition" -> messages(asker).updateDisposition(body);
            case "schedule-message" -> sending().schedule(body);
            case "cancel-scheduled-message" -> sending().cancel(body);
            case "renew-session-lock" -> sessions(asker).renew(body);
            case "get-session-state" -> sessions(asker).state(body);
            case "get-message-sessions" -> sessions(asker).list(body);
            case "set-session-state" -> sessions(asker).setState(body);
            case "add-rule" -> rules().add(body);
            case "remove-rule" -> rules().remove(body);
            case "enumerate-rules" -> rules().enumerate(body);
            default ->
                throw new BrokerRefusal(
                        Conditions.NOT_IMPLEMENTED,
                        "The management operation '%s' is not modelled.".formatted(operation));
        };
    }

    private Map<String, Object> peek(ManagementBody body, Predicate<Consumer> asker) {
        Topic topic = broker.topic(entity).orElse(null);
        return topic == null
                ? messages(asker).peek(body)
                : MessageOperations.peek(topic, body, connection.server().writer());
    }

    private MessageOperations messages(Predicate<Consumer> asker) {
        return new MessageOperations(queue(), connection.server().writer(), asker);
    }

    private SessionOperations sessions(Predicate<Consumer> asker) {
        return new SessionOperations(queue().deliveries().sessionAccess(asker));
    }

    private MessageQueue queue() {
        return broker.queue(entity)
                .orElseThrow(() -> new BrokerRefusal(
                        Conditions.NOT_ALLOWED,
                        "'%s' is a topic; this operation is for queues and subscriptions.".formatted(entity)));
    }

    private SendOperations sending() {
        Destination destination = broker.destination(entity)
                .orElseThrow(() -> new BrokerRefusal(
                        Conditions.NOT_ALLOWED, "Messages cannot be sent to '%s'.".formatted(entity)));
        return new SendOperations(destination, broker, connection.server().faults());
    }

    private RuleOperations rules() {
        Subscription subscription = broker.subscription(entity)
                .orElseThrow(() -> new BrokerRefusal(
                        Conditions.NOT_ALLOWED, "'%s' is no subscription; it has no rules.".formatted(entity)));
        return new RuleOperations(subscription);
    }

    private static Message refused(BrokerRefusal refusal) {
        Message reply = reply(status(refusal.condition()), String.valueOf(refusal.getMessage()), null);
        reply.getApplicationProperties().getValue().put("errorCondition", Symbol.valueOf(refusal.condition()));
        return reply;
    }

    private static int status(String condition) {
        return switch (condition) {
            case Conditions.NOT_FOUND, Conditions.MESSAGE_NOT_FOUND -> 404;
            case Conditions.MESSAGE_LOCK_LOST, Conditions.SESSION_LOCK_LOST -> 410;
            case Conditions.UNAUTHORIZED -> 401;
            case Conditions.RESOURCE_LIMIT_EXCEEDED -> 403;
            case Conditions.ENTITY_ALREADY_EXISTS -> 409;
            case Conditions.NOT_IMPLEMENTED -> 501;
            case Conditions.SERVER_BUSY -> 503;
            default -> 400;
        };
    }

    private static Message reply(int status, String description, @Nullable Map<String, Object> body) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("statusCode", status);
        properties.put("statusDescription", description);
        Message reply = Message.Factory.create();
        reply.setApplicationProperties(new ApplicationProperties(properties));
        if (body != null) {
            reply.setBody(new AmqpValue(body));
        }
        return reply;
    }
}
