package io.dronedelivery.gateway.endpoint;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The proxies that a request has passed, for the field Via of the calls that are made for it. A call says {@code 1.1} and the gateway's name by
 * default, so a call needs more only when the request has passed another proxy or came in HTTP/1.0.
 *
 * @param before the elements of those that it has passed, null when there are none
 * @param oldVersion whether it came in HTTP/1.0
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-7.6.3">RFC 9110, section 7.6.3, Via</a>
 */
public record ReceivedVia(@Nullable String before, boolean oldVersion) {

    private static final String NAME = HttpHeaderNames.VIA.toString();

    /** Null when a call's default says everything. */
    public static @Nullable ReceivedVia of(ServerHttpRequest request) {
        List<String> lines = request.getHeaders().get(NAME);
        String before = lines == null || lines.isEmpty() ? null : String.join(", ", lines);
        HttpServerRequest received = ServerHttpRequestDecorator.getNativeRequest(request);
        boolean oldVersion = HttpVersion.HTTP_1_0.equals(received.version());
        return before == null && !oldVersion ? null : new ReceivedVia(before, oldVersion);
    }

    /** Puts what is before the gateway's own element of a call. */
    public void addTo(HttpHeaders call) {
        String own = String.valueOf(call.get(HttpHeaderNames.VIA));
        String element = oldVersion ? "1.0" + own.substring(own.indexOf(' ')) : own;
        call.set(HttpHeaderNames.VIA, before == null || before.isBlank() ? element : before + ", " + element);
    }

    /** Whether a request has passed the gateway of that name, so that it has come back. */
    static boolean names(ServerHttpRequest request, String gateway) {
        List<String> lines = request.getHeaders().get(NAME);
        if (lines == null) {
            return false;
        }
        for (String line : lines) {
            for (String element : withoutComments(line).split(",", -1)) {
                // Each is a version and a name.
                String[] words = element.trim().split("[ \t]+", 3);
                if (words.length > 1 && words[1].equalsIgnoreCase(gateway)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Comments stand in parentheses, which may be nested, and may have commas. */
    private static String withoutComments(String line) {
        if (line.indexOf('(') < 0) {
            return line;
        }
        StringBuilder rest = new StringBuilder(line.length());
        int depth = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && depth > 0) {
                i++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && depth > 0) {
                depth--;
            } else if (depth == 0) {
                rest.append(c);
            }
        }
        return rest.toString();
    }
}
