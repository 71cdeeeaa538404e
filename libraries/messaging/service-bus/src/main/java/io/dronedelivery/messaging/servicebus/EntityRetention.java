package io.dronedelivery.messaging.servicebus;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationAsyncClient;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import com.azure.messaging.servicebus.administration.models.TopicProperties;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.RetentionProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reads over the management API how long Service Bus keeps messages of this application's topics and subscriptions. */
final class EntityRetention implements BrokerRetention {

    private static final String OURS = "messaging.promise.";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final List<EventSubscription> subscriptions;
    private final ServiceBusNamespace namespace;
    private final ServiceBusProperties properties;
    private final RetentionProperties needed;

    EntityRetention(
            List<EventSubscription> subscriptions,
            ServiceBusNamespace namespace,
            ServiceBusProperties properties,
            RetentionProperties needed) {
        this.subscriptions = List.copyOf(subscriptions);
        this.namespace = namespace;
        this.properties = properties;
        this.needed = needed;
    }

    @Override
    public Mono<List<Mismatch>> mismatches() {
        return Mono.fromSupplier(() -> namespace.administration(properties.emulatorManagementPort()))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMapMany(admin -> Flux.fromIterable(subscriptions)
                        .concatMap(subscription -> Flux.concat(topic(admin, subscription), of(admin, subscription))))
                .onErrorMap(EntityRetention::isRefusal, EntityRetention::notAllowed)
                .distinct()
                .collectList();
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof HttpResponseException refused
                && refused.getResponse() != null
                && (refused.getResponse().getStatusCode() == UNAUTHORIZED
                        || refused.getResponse().getStatusCode() == FORBIDDEN);
    }

    private static NotAllowedException notAllowed(Throwable failure) {
        return new NotAllowedException(
                "reading the settings of topics and subscriptions takes the role \"Azure Service Bus Data Owner\", or a key with"
                        + " the right Manage; messaging.promise.check=off asks no more",
                failure);
    }

    private Flux<Mismatch> topic(ServiceBusAdministrationAsyncClient admin, EventSubscription subscription) {
        String entity = "topic " + subscription.channel();
        return admin.getTopic(subscription.channel())
                .flatMapIterable((TopicProperties topic) -> compared(entity, topic))
                .onErrorResume(ResourceNotFoundException.class, missing -> missing(entity));
    }

    private Flux<Mismatch> of(ServiceBusAdministrationAsyncClient admin, EventSubscription subscription) {
        String entity = "subscription " + subscription.group() + " of topic " + subscription.channel();
        return admin.getSubscription(subscription.channel(), subscription.group())
                .flatMapIterable(is -> compared(entity, is))
                .onErrorResume(ResourceNotFoundException.class, missing -> missing(entity));
    }

    private static Flux<Mismatch> missing(String entity) {
        return Flux.just(Mismatch.missing(entity, "it does not exist"));
    }

    private List<Mismatch> compared(String entity, TopicProperties topic) {
        List<Mismatch> found = new ArrayList<>(kept(entity, topic.getDefaultMessageTimeToLive()));
        Duration history = topic.getDuplicateDetectionHistoryTimeWindow();
        if (topic.isDuplicateDetectionRequired() && history.compareTo(needed.maxDuplicateHistory()) > 0) {
            found.add(Mismatch.wrong(
                    entity,
                    "DuplicateDetectionHistoryTimeWindow",
                    "is %s, at most %s are possible (%smax-duplicate-history):"
                                    .formatted(history, needed.maxDuplicateHistory(), OURS)
                            + " what others send again with the same message id would be dropped"));
        }
        return found;
    }

    private List<Mismatch> kept(String entity, Duration timeToLive) {
        return timeToLive.compareTo(needed.minRetention()) >= 0
                ? List.of()
                : List.of(Mismatch.tooShort(
                        entity, "DefaultMessageTimeToLive", timeToLive, needed.minRetention(), OURS + "min-retention"));
    }

    private List<Mismatch> compared(String entity, SubscriptionProperties is) {
        List<Mismatch> found = new ArrayList<>(kept(entity, is.getDefaultMessageTimeToLive()));
        if (!is.isDeadLetteringOnMessageExpiration()) {
            found.add(Mismatch.wrong(
                    entity,
                    "DeadLetteringOnMessageExpiration",
                    "is false, needed is true: events that expire would be gone"));
        }
        if (is.getMaxDeliveryCount() < needed.minDeliveries()) {
            found.add(Mismatch.tooLow(
                    entity,
                    "MaxDeliveryCount",
                    is.getMaxDeliveryCount(),
                    needed.minDeliveries(),
                    OURS + "min-deliveries"));
        }
        if (!is.isSessionRequired()) {
            found.add(Mismatch.wrong(
                    entity, "RequiresSession", "is false, needed is true: events of a key would not be in order"));
        }
        Duration lock = properties.consumer().lockDuration();
        if (is.getLockDuration().compareTo(lock) < 0) {
            found.add(Mismatch.tooShort(
                    entity, "LockDuration", is.getLockDuration(), lock, "messaging.servicebus.consumer.lock-duration"));
        }
        return found;
    }
}
