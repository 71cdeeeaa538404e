package io.dronedelivery.dronesimulator;

/** Makes the senders of a process. */
interface Senders extends AutoCloseable {

    /** One for a thread. */
    TelemetrySender open();

    @Override
    void close();

    /**
     * Connects to the broker.
     *
     * @throws BrokerMissingException when Kafka does not answer; a Service Bus that does not shows with the first messages
     */
    static Senders to(SimulatorSettings.SimulatorTarget target, int threads) {
        return switch (target.broker()) {
            case KAFKA -> KafkaSenders.connect(target);
            case SERVICEBUS -> SimulatorSenders.connect(target, threads);
        };
    }
}
