package io.dronedelivery.messaging.deadletter.kafka;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The position of a record in its topic. Its text is the id of a dead letter, such as {@code 3-1042}. */
record DeadLetterPosition(int partition, long offset) {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})-([0-9]{1,18})");

    /** @throws IllegalArgumentException saying how a position looks */
    static DeadLetterPosition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a partition and an offset, such as 3-1042");
        }
        return new DeadLetterPosition(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
    }

    @Override
    public String toString() {
        return partition + "-" + offset;
    }
}
