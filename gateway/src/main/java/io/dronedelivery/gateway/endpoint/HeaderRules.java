package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.HeaderNames;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.trace.TraceMembers;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which headers the settings may pass on. */
public enum HeaderRules {

    /** From the caller of an aggregation to a part, which must answer with the whole value as plain JSON. */
    TO_PART(
            "belongs to one connection, is written by the gateway itself or changes the form of the answer",
            Set.of(
                    "content-type",
                    "accept",
                    "accept-encoding",
                    "range",
                    "if-range",
                    "if-match",
                    "if-none-match",
                    "if-modified-since",
                    "if-unmodified-since")),

    /** Through a forward, in either direction. */
    THROUGH_FORWARD("belongs to one connection or is written by the gateway itself", Set.of());

    /**
     * Headers that belong to one connection or that the gateway writes itself.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1">RFC 9110, section 7.6.1</a>
     */
    private static final Set<String> NEVER = Set.of(
            "connection",
            "proxy-connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "proxy-authenticate",
            "proxy-authorization",
            "host",
            "content-length",
            "expect",
            "via",
            TraceParent.HEADER,
            TraceMembers.HEADER,
            Deadline.HEADER.toLowerCase(Locale.ROOT));

    private final String reason;
    private final Set<String> further;

    HeaderRules(String reason, Set<String> further) {
        this.reason = reason;
        this.further = further;
    }

    /** Notes the names that cannot be passed on. */
    public void check(String property, List<String> names, SettingFaults faults) {
        for (String name : names) {
            faults.require(HeaderNames.isName(name), property, name, "is not the name of a header");
            String lower = name.toLowerCase(Locale.ROOT);
            faults.require(
                    !NEVER.contains(lower) && !further.contains(lower),
                    property,
                    name,
                    "names '" + name + "', which " + reason);
        }
    }
}
