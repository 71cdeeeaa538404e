package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an event that is sent again says about that, as extensions of CloudEvents. Its id stays. */
final class ResentAttributes {

    /** How often it was sent again, this time included. */
    static final String COUNT = "resentcount";

    /** The call that did it: a letter that comes back while all are sent again is not sent a second time by the same call. */
    static final String CALL = "resentcall";

    /** What an operator changed: JSON pointers into the data and names of attributes, with blanks between. */
    static final String MENDED = "mendedfields";

    /** Why, in the operator's words. */
    static final String MENDED_WHY = "mendedwhy";

    /** Who, as far as they were asked. */
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
