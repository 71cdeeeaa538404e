package io.dronedelivery.messaging;

public enum BrokerKind {
    /** Azure Service Bus, through the Spring Cloud Stream binder and the SDK. */
    SERVICEBUS,
    /** Apache Kafka, or another broker with its protocol. */
    KAFKA
}
