package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.filter.MessageView;
import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A subscription: rules in front of a queue. */
public final class Subscription {
    private final String topic;
    private final String name;
    private final MessageQueue queue;
    private final Broker broker;
    private final Map<String, Rule> declared = new LinkedHashMap<>();
    private final Map<String, Rule> rules = new LinkedHashMap<>();

    Subscription(String topic, String name, MessageQueue queue, List<Rule> rules, Broker broker) {
        this.topic = topic;
        this.name = name;
        this.queue = queue;
        this.broker = broker;
        rules.forEach(rule -> declared.put(rule.name(), rule));
        this.rules.putAll(declared);
    }

    public String topic() {
        return topic;
    }

    public String name() {
        return name;
    }

    public MessageQueue queue() {
        return queue;
    }

    public List<Rule> rules() {
        return List.copyOf(rules.values());
    }

    /**
     * Adds a rule.
     *
     * @throws BrokerRefusal when a rule with this name exists
     */
    public void addRule(Rule rule) {
        if (rules.putIfAbsent(rule.name(), rule) != null) {
            throw new BrokerRefusal(
                    Conditions.ENTITY_ALREADY_EXISTS,
                    "'%s' has a rule '%s' already.".formatted(queue.path(), rule.name()));
        }
        broker.log().ruleAdded(queue.path(), rule);
    }

    /**
     * Replaces the rule with this name.
     *
     * @throws BrokerRefusal when no rule has it
     */
    public void replaceRule(Rule rule) {
        if (rules.replace(rule.name(), rule) == null) {
            throw noRule(rule.name());
        }
        broker.log().ruleAdded(queue.path(), rule);
    }

    private BrokerRefusal noRule(String rule) {
        return new BrokerRefusal(Conditions.NOT_FOUND, "'%s' has no rule '%s'.".formatted(queue.path(), rule));
    }

    /**
     * Removes a rule.
     *
     * @throws BrokerRefusal when no rule has this name
     */
    public void removeRule(String name) {
        if (rules.remove(name) == null) {
            throw noRule(name);
        }
        broker.log().ruleRemoved(queue.path(), name);
    }

    void restoreRule(Rule rule) {
        rules.put(rule.name(), rule);
    }

    void forgetRule(String name) {
        rules.remove(name);
    }

    /** Writes the differences from the declared rules into the log. */
    void describeRules(StoreLog log) {
        declared.forEach((name, rule) -> {
            if (!rule.equals(rules.get(name))) {
                log.ruleRemoved(queue.path(), name);
            }
        });
        rules.forEach((name, rule) -> {
            if (!rule.equals(declared.get(name))) {
                log.ruleAdded(queue.path(), rule);
            }
        });
    }

    /**
     * Checks whether there is room for those of the messages that match a rule. A message that the forwarding's target refuses becomes a
     * dead letter here, so forwarded messages need room too.
     *
     * @throws BrokerRefusal when there is no room
     */
    void check(List<AmqpMessage> messages) {
        if (!queue.hasSpaceFor(messages)) {
            List<AmqpMessage> wanted = messages.stream().filter(this::wants).toList();
            if (!wanted.isEmpty()) {
                queue.checkSpace(wanted);
            }
        }
    }

    private boolean wants(AmqpMessage message) {
        MessageView view = new MessageView(message, broker.codec());
        return rules.values().stream().anyMatch(rule -> rule.filter().matches(view));
    }

    /** Adds one copy for all matching rules without an action, and one for each matching rule with an action. */
    void offer(AmqpMessage message, @Nullable Origin origin) {
        MessageView view = new MessageView(message, broker.codec());
        boolean plainCopy = false;
        for (Rule rule : rules.values()) {
            if (!rule.filter().matches(view)) {
                continue;
            }
            RuleAction action = rule.action();
            if (action != null) {
                take(action.apply(message, broker.codec()), origin);
            } else if (!plainCopy) {
                plainCopy = true;
                take(message, origin);
            }
        }
    }

    private void take(AmqpMessage message, @Nullable Origin origin) {
        if (queue.settings().requiresSession() && message.sessionId(broker.codec()) == null) {
            queue.refuse(
                    message,
                    origin,
                    "Session ID is null.",
                    "Session enabled entity doesn't allow a message whose session identifier is null.");
        } else {
            queue.enqueueCopy(message, origin);
        }
    }
}
