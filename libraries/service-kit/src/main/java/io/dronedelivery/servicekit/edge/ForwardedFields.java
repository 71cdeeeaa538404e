package io.dronedelivery.servicekit.edge;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves of what a believed proxy says about scheme, host, port and path of a request what can be read, as the first value of each field:
 * that is what is read behind here. Most proxies pass on what their client sent, and reactor-netty answers a bare 400 or 500 to a value
 * that it cannot read.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7239">RFC 7239, Forwarded</a>
 */
final class ForwardedFields {

    private static final Logger log = LoggerFactory.getLogger(ForwardedFields.class);
    private static final AtomicLong nextLine = new AtomicLong(System.nanoTime());

    private static final AsciiString PROTO = AsciiString.cached("x-forwarded-proto");
    private static final AsciiString HOST = AsciiString.cached("x-forwarded-host");
    private static final AsciiString PORT = AsciiString.cached("x-forwarded-port");
    private static final AsciiString PREFIX = AsciiString.cached("x-forwarded-prefix");
    private static final AsciiString FORWARDED = AsciiString.cached("forwarded");

    private ForwardedFields() {}

    static void applyTo(HttpHeaders headers) {
        keepFirst(headers, PROTO, ForwardedFields::isScheme);
        keepFirst(headers, HOST, HostField::isValid);
        keepFirst(headers, PORT, ForwardedFields::isPort);
        String prefix = headers.get(PREFIX);
        if (prefix != null && !arePaths(prefix)) {
            drop(headers, PREFIX);
        }
        String forwarded = headers.get(FORWARDED);
        if (forwarded != null) {
            String readable = readable(forwarded);
            if (readable.isEmpty()) {
                drop(headers, FORWARDED);
            } else {
                headers.set(FORWARDED, readable);
            }
        }
    }

    private static void keepFirst(HttpHeaders headers, AsciiString name, Predicate<String> isReadable) {
        String value = headers.get(name);
        if (value == null) {
            return;
        }
        int comma = value.indexOf(',');
        String first = (comma < 0 ? value : value.substring(0, comma)).strip();
        if (isReadable.test(first)) {
            headers.set(name, first);
        } else {
            drop(headers, name);
        }
    }

    /** Strangers can cause it through a proxy that passes on all fields, so it is logged once a minute, without the value. */
    private static void drop(HttpHeaders headers, AsciiString name) {
        headers.remove(name);
        long now = System.nanoTime();
        long due = nextLine.get();
        if (now - due >= 0 && nextLine.compareAndSet(due, now + TimeUnit.MINUTES.toNanos(1))) {
            log.warn("a proxy of service-kit.edge.forwarded-from has sent {} that cannot be read; it is ignored", name);
        }
    }

    private static boolean isScheme(String text) {
        return text.equalsIgnoreCase("https") || text.equalsIgnoreCase("http");
    }

    private static boolean isPort(String text) {
        return !text.isEmpty() && HostField.isValid("x:" + text) && !text.equals("0");
    }

    /**
     * Whether the prefixes, one of each proxy, are paths and nothing else. One with a query cannot be the beginning of a request's path:
     * reactor-netty would answer 500 and log it with a stack trace.
     */
    private static boolean arePaths(String prefixes) {
        for (String prefix : prefixes.split(",", -1)) {
            String path = prefix.strip();
            try {
                if (!path.startsWith("/") || !path.equals(new URI(path).getRawPath())) {
                    return false;
                }
            } catch (URISyntaxException e) {
                return false;
            }
        }
        return true;
    }

    /** The pairs of the first element that can be read. An address that is unknown or hidden is legal, and tells nothing. */
    private static String readable(String forwarded) {
        List<String> pairs = new ArrayList<>(3);
        for (String pair : firstElement(forwarded)) {
            int equals = pair.indexOf('=');
            String value = equals < 0 ? "" : pair.substring(equals + 1).strip();
            String name = equals < 0 ? "" : pair.substring(0, equals).strip();
            if (name.equalsIgnoreCase("for")) {
                InetAddress address = ForwardedFor.address(value);
                add(pairs, "for", address == null ? null : ForwardedFor.text(address));
            } else if (name.equalsIgnoreCase("host")) {
                add(pairs, "host", HostField.isValid(value) ? value : null);
            } else if (name.equalsIgnoreCase("proto")) {
                add(pairs, "proto", isScheme(value) ? value : null);
            }
        }
        return String.join(";", pairs);
    }

    private static void add(List<String> pairs, String name, @Nullable String value) {
        if (value != null) {
            pairs.add(name + "=\"" + value + '"');
        }
    }

    /** Its pairs, without quotes: none of the values that are read needs them. */
    private static List<String> firstElement(String forwarded) {
        List<String> pairs = new ArrayList<>(4);
        StringBuilder pair = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < forwarded.length(); at++) {
            char c = forwarded.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ';' || c == ',')) {
                pairs.add(pair.toString());
                pair.setLength(0);
                if (c == ',') {
                    return pairs;
                }
            } else {
                pair.append(c);
            }
        }
        pairs.add(pair.toString());
        return pairs;
    }
}
