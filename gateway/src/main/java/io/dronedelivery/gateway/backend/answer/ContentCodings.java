package io.dronedelivery.gateway.backend.answer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/**
 * Whether an answer has only content codings that its request has asked for. The gateway always says which codings are acceptable,
 * because a request that does not say it accepts any.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3">RFC 9110, section 12.5.3, Accept-Encoding</a>
 */
final class ContentCodings {

    private static final String IDENTITY = "identity";

    private ContentCodings() {}

    static boolean areAskedFor(HttpHeaders request, HttpHeaders answer) {
        for (String line : answer.getAll(HttpHeaderNames.CONTENT_ENCODING)) {
            for (String coding : line.split(",", -1)) {
                String name = known(coding);
                if (!name.isEmpty()
                        && !name.equals(IDENTITY)
                        && !isAskedFor(name, request.getAll(HttpHeaderNames.ACCEPT_ENCODING))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isAskedFor(String coding, List<String> accepted) {
        boolean any = false;
        for (String line : accepted) {
            for (String element : line.split(",", -1)) {
                int semicolon = element.indexOf(';');
                String name = known(semicolon < 0 ? element : element.substring(0, semicolon));
                boolean acceptable = semicolon < 0 || !isZero(element.substring(semicolon + 1));
                if (name.equals(coding)) {
                    return acceptable;
                }
                any |= acceptable && name.equals("*");
            }
        }
        return any;
    }

    private static boolean isZero(String weight) {
        return weight.replaceAll("\\s", "").toLowerCase(Locale.ROOT).matches("q=0(\\.0*)?");
    }

    /** Two codings have an older name as well. */
    private static String known(String coding) {
        String name = coding.trim().toLowerCase(Locale.ROOT);
        return name.equals("x-gzip") || name.equals("x-compress") ? name.substring(2) : name;
    }
}
