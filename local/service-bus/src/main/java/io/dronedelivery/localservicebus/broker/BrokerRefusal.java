package io.dronedelivery.localservicebus.broker;

/** An operation that the broker refuses, with the AMQP error condition for the client. */
public final class BrokerRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String condition;

    /**
     * A refusal without a stack trace, because it is an answer and not a defect.
     *
     * @param condition the AMQP condition, one of {@link Conditions}
     * @param description what was refused and why
     */
    public BrokerRefusal(String condition, String description) {
        super(description, null, false, false);
        this.condition = condition;
    }

    public String condition() {
        return condition;
    }
}
