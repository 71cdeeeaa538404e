package io.dronedelivery.servicekit.trace;

import java.util.regex.Pattern;

/** The header in the words of the <a href="https://www.w3.org/TR/trace-context/#traceparent-header">specification</a>. */
final class TraceParentGrammar {

    static final Pattern VERSION_0 = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** A later version may have more fields. */
    private static final Pattern LATER_VERSION = Pattern.compile(
            "(?!00|ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?", Pattern.DOTALL);

    private TraceParentGrammar() {}

    static boolean allows(String header) {
        return VERSION_0.matcher(header).matches()
                || LATER_VERSION.matcher(header).matches();
    }
}
