package io.dronedelivery.localservicebus.journal;

/** The kinds of records, with their numbers in the file. */
enum RecordType {
    /** Gives an entity a number for later records of the file. */
    ENTITY(0),
    ADDED(1),
    REMOVED(2),
    CHANGED(3),
    SEQUENCE(4),
    SESSION_STATE(5),
    SEEN(6),
    RULE_ADDED(7),
    RULE_REMOVED(8),
    QUEUE_DEFINED(9),
    TOPIC_DEFINED(10),
    SUBSCRIPTION_DEFINED(11),
    DELETED(12);

    private static final RecordType[] ALL = values();

    private final int number;

    RecordType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static boolean exists(int number) {
        return number >= ENTITY.number && number <= DELETED.number;
    }

    static RecordType numbered(int number) {
        for (RecordType type : ALL) {
            if (type.number == number) {
                return type;
            }
        }
        throw new IllegalArgumentException("no record has the number " + number);
    }
}
