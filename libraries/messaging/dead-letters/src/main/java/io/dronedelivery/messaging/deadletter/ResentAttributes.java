package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/** The extensions of CloudEvents that mark an event as sent again. The event's id stays. */
final class ResentAttributes {

    /** How often it was sent again, with this time. */
    static final String COUNT = "resentcount";

    /** The call that sent it. A dead letter that comes back while all are sent again is not sent a second time by the same call. */
    static final String CALL = "resentcall";

    /** The operator's changes: JSON pointers into the data and names of attributes, with blanks between. */
    static final String MENDED = "mendedfields";

    /** The reason, in the operator's words. */
    static final String MENDED_WHY = "mendedwhy";

    /** The operator, as far as known. */
    static final String MENDED_BY = "mendedby";

    private ResentAttributes() {}

    static Map<String, String> of(WaitingDeadLetter letter, String group, String call) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(EventAttributes.RESENT_TO, group);
        attributes.put(COUNT, Integer.toString(1 + countOf(letter)));
        attributes.put(CALL, call);
        return attributes;
    }

    private static int countOf(WaitingDeadLetter letter) {
        String count = letter.attribute(COUNT, "0");
        return count.matches("[0-9]{1,6}") ? Integer.parseInt(count) : 0;
    }
}
