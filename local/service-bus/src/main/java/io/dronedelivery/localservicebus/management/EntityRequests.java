package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.Subscription;
import io.dronedelivery.localservicebus.broker.Topic;
import io.dronedelivery.localservicebus.filter.Rule;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests for entities, by path: what they answer is XML. */
final class EntityRequests {
    private static final Pattern BELOW_TOPIC = Pattern.compile(
            "(?<topic>.+?)/subscriptions(/(?<subscription>[^/]+)(?<rules>/rules(/(?<rule>[^/]+))?)?)?",
            Pattern.CASE_INSENSITIVE);

    private static final String QUEUE = "QueueDescription";
    private static final String TOPIC = "TopicDescription";
    private static final String SUBSCRIPTION = "SubscriptionDescription";
    private static final String RULE = "RuleDescription";

    private final Broker broker;
    private final EntityXml xml;

    EntityRequests(Broker broker, String namespace) {
        this.broker = broker;
        this.xml = new EntityXml(namespace);
    }

    String get(String path, FeedPage page) {
        switch (path.toLowerCase(Locale.ROOT)) {
            case "$namespaceinfo" -> {
                return xml.namespace(broker.entities().startedAt());
            }
            case "$resources/queues" -> {
                return feed(path, page, broker.entities().plainQueues(), this::queue);
            }
            case "$resources/topics" -> {
                return feed(path, page, List.copyOf(broker.entities().topics()), this::topic);
            }
            default -> {
                Matcher below = BELOW_TOPIC.matcher(path);
                return below.matches() ? getBelow(path, page, below) : getTop(path);
            }
        }
    }

    /** A queue or topic that does not exist is an empty feed, as in Service Bus. */
    private String getTop(String path) {
        return broker.topic(path)
                .map(this::topic)
                .or(() -> broker.queue(path)
                        .filter(queue -> queue.deadLetters() != null)
                        .map(this::queue))
                .orElseGet(xml::emptyFeed);
    }

    private String getBelow(String path, FeedPage page, Matcher below) {
        if (below.group("subscription") == null) {
            return feed(path, page, List.copyOf(topicOf(below).subscriptions().values()), this::subscription);
        }
        Subscription subscription = subscriptionOf(below);
        if (below.group("rules") == null) {
            return subscription(subscription);
        }
        if (below.group("rule") == null) {
            return feed(path, page, subscription.rules(), rule -> rule(subscription, rule));
        }
        return rule(subscription, ruleOf(subscription, below.group("rule")));
    }

    private static Rule ruleOf(Subscription subscription, String name) {
        return subscription.rules().stream()
                .filter(rule -> rule.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> notFound(subscription.queue().path() + "/rules/" + name));
    }

    private Topic topicOf(Matcher below) {
        String name = below.group("topic");
        return broker.topic(name).orElseThrow(() -> notFound(name));
    }

    private Subscription subscriptionOf(Matcher below) {
        String path = EntityPath.subscription(topicOf(below).path(), below.group("subscription"));
        return broker.subscription(path).orElseThrow(() -> notFound(path));
    }

    private static BrokerRefusal notFound(String path) {
        return new BrokerRefusal(
                Conditions.NOT_FOUND, "SubCode=40400. Not Found. Entity '%s' was not found.".formatted(path));
    }

    private <T> String feed(String path, FeedPage page, List<T> all, Function<T, String> entry) {
        List<String> entries = page.cut(all).stream().map(entry).toList();
        return xml.feed(path, entries, page.isLast(all.size()) ? null : page.next());
    }

    private String queue(MessageQueue queue) {
        return xml.entry(queue.path(), queue.path(), QUEUE, EntityXml.queue(queue), queue.createdAt());
    }

    private String topic(Topic topic) {
        return xml.entry(topic.path(), topic.path(), TOPIC, EntityXml.topic(topic), topic.createdAt());
    }

    private String subscription(Subscription subscription) {
        MessageQueue queue = subscription.queue();
        return xml.entry(
                address(subscription),
                subscription.name(),
                SUBSCRIPTION,
                EntityXml.subscription(queue),
                queue.createdAt());
    }

    /** As Service Bus writes it: some clients read the names from it. */
    private static String address(Subscription subscription) {
        return subscription.topic() + "/Subscriptions/" + subscription.name();
    }

    private String rule(Subscription subscription, Rule rule) {
        return xml.entry(
                address(subscription) + "/Rules/" + rule.name(),
                rule.name(),
                RULE,
                RuleXml.write(rule),
                subscription.queue().createdAt());
    }

    /**
     * Creates an entity or rule, or replaces its settings. Returns its entry.
     *
     * @throws BrokerRefusal when it exists and is not to be replaced, or the other way round
     * @throws IllegalArgumentException when the description is wrong, or has what is not modelled
     */
    String put(String path, byte[] body, boolean replaces) {
        Matcher below = BELOW_TOPIC.matcher(path);
        if (!below.matches()) {
            return XmlElement.parse(body)
                            .child("content")
                            .flatMap(content -> content.child(TOPIC))
                            .isPresent()
                    ? putTopic(path, EntityDescription.of(body, TOPIC), replaces)
                    : putQueue(path, EntityDescription.of(body, QUEUE), replaces);
        }
        if (below.group("rule") != null) {
            return putRule(subscriptionOf(below), below.group("rule"), body, replaces);
        }
        if (below.group("subscription") != null && below.group("rules") == null) {
            return putSubscription(topicOf(below), below.group("subscription"), body, replaces);
        }
        throw new IllegalArgumentException("'%s' is no entity and no rule".formatted(path));
    }

    private String putQueue(String name, EntityDescription description, boolean replaces) {
        QueueSettings settings = description.queue(name);
        if (replaces) {
            broker.entities().update(name, settings);
        } else {
            broker.entities().createQueue(name, settings);
        }
        return queue(broker.queue(name).orElseThrow());
    }

    private String putTopic(String name, EntityDescription description, boolean replaces) {
        if (replaces) {
            broker.entities().update(name, description.topic(name));
        } else {
            broker.entities().createTopic(name, description.topic(name));
        }
        return topic(broker.topic(name).orElseThrow());
    }

    private String putSubscription(Topic topic, String name, byte[] body, boolean replaces) {
        EntityDescription description = EntityDescription.of(body, SUBSCRIPTION);
        QueueSettings settings = description.subscription(topic.path(), topic.settings(), name);
        String path = EntityPath.subscription(topic.path(), name);
        if (replaces) {
            broker.entities().update(path, settings);
        } else {
            Rule rule = description
                    .root()
                    .child("DefaultRuleDescription")
                    .map(first -> RuleXml.read(first.text("Name").orElse(Rule.DEFAULT_NAME), first))
                    .orElseGet(Rule::defaultRule);
            broker.entities().createSubscription(topic.path(), name, settings, rule);
        }
        return subscription(broker.subscription(path).orElseThrow());
    }

    private String putRule(Subscription subscription, String name, byte[] body, boolean replaces) {
        Rule rule = RuleXml.read(name, EntityDescription.root(body, RULE));
        if (replaces) {
            subscription.replaceRule(rule);
        } else {
            subscription.addRule(rule);
        }
        return rule(subscription, rule);
    }

    /** @throws BrokerRefusal when there is no such entity or rule */
    void delete(String path) {
        Matcher below = BELOW_TOPIC.matcher(path);
        if (!below.matches()) {
            broker.entities().delete(path);
        } else if (below.group("rule") != null) {
            Subscription subscription = subscriptionOf(below);
            subscription.removeRule(ruleOf(subscription, below.group("rule")).name());
        } else if (below.group("subscription") != null && below.group("rules") == null) {
            broker.entities().delete(subscriptionOf(below).queue().path());
        } else {
            throw notFound(path);
        }
    }
}
