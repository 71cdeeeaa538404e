package io.dronedelivery.gateway.backend.answer;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The media types that a backend may answer with: whole types, ranges such as {@code application/*}, or {@code application/*+json} for
 * a structured suffix.
 */
public final class ContentTypes {

    private static final String JSON = "application/json";
    private static final String ANY_SUFFIX = "/*+";
    private static final Pattern FORM = Pattern.compile("\\*/\\*|[a-z0-9!#$&^_.+-]+/(\\*|(\\*\\+)?[a-z0-9!#$&^_.+-]+)");

    private final List<String> exact;
    private final List<String[]> suffixed;
    private final List<String> rangePrefixes;
    private final String acceptHeader;
    private final @Nullable String usual;

    /** @param types such as {@code application/json} and {@code application/*+json} */
    public ContentTypes(List<String> types) {
        List<String> lower =
                types.stream().map(type -> type.trim().toLowerCase(Locale.ROOT)).toList();
        this.exact = lower.stream().filter(type -> !type.contains("*")).toList();
        List<String> ranges = lower.stream().filter(type -> type.endsWith("/*")).toList();
        this.rangePrefixes = ranges.stream()
                .map(range -> range.equals("*/*") ? "" : range.substring(0, range.length() - 1))
                .toList();
        this.suffixed = lower.stream()
                .filter(type -> type.contains(ANY_SUFFIX))
                .map(type -> type.split("\\*", 2))
                .toList();
        this.usual = exact.contains(JSON) ? JSON : null;
        List<String> asked = Stream.concat(exact.stream(), ranges.stream()).toList();
        // The Accept header cannot ask for a suffix, so it asks for the whole type.
        this.acceptHeader = asked.isEmpty()
                ? suffixed.stream().map(ends -> ends[0] + "*").distinct().collect(Collectors.joining(", "))
                : String.join(", ", asked);
    }

    /** Whether a text has one of the forms above. Parameters are not allowed. */
    public static boolean isForm(String type) {
        return FORM.matcher(type.trim().toLowerCase(Locale.ROOT)).matches();
    }

    /** Whether only plain JSON is requested, as usual. */
    boolean isUsual() {
        return acceptHeader.equals(JSON);
    }

    /** The value of the Accept header that asks for these types. */
    String acceptHeader() {
        return acceptHeader;
    }

    /** Whether a Content-Type header is one of these; an answer without one, or with an empty one, is judged by its bytes alone. */
    public boolean accept(@Nullable String contentType) {
        if (contentType == null || contentType.equals(usual) || contentType.isBlank()) {
            return true;
        }
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        for (String known : exact) {
            if (known.equalsIgnoreCase(type)) {
                return true;
            }
        }
        String trimmed = type.trim().toLowerCase(Locale.ROOT);
        return exact.contains(trimmed)
                || rangePrefixes.stream().anyMatch(trimmed::startsWith)
                || suffixed.stream()
                        .anyMatch(ends -> trimmed.length() >= ends[0].length() + ends[1].length()
                                && trimmed.startsWith(ends[0])
                                && trimmed.endsWith(ends[1]));
    }
}
