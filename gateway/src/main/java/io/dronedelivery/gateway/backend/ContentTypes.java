package io.dronedelivery.gateway.backend;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The media types that a backend may answer with: whole types, or {@code application/*+json} for a structured suffix. */
public final class ContentTypes {

    private static final String JSON = "application/json";
    private static final String ANY_SUFFIX = "/*+";

    private final List<String> exact;
    private final List<String[]> suffixed;
    private final String acceptHeader;
    private final @Nullable String usual;

    /** @param types such as {@code application/json} and {@code application/*+json} */
    public ContentTypes(List<String> types) {
        List<String> lower =
                types.stream().map(type -> type.trim().toLowerCase(Locale.ROOT)).toList();
        this.exact = lower.stream().filter(type -> !type.contains(ANY_SUFFIX)).toList();
        this.suffixed = lower.stream()
                .filter(type -> type.contains(ANY_SUFFIX))
                .map(type -> type.split("\\*", 2))
                .toList();
        this.usual = exact.contains(JSON) ? JSON : null;
        this.acceptHeader = exact.isEmpty() ? JSON : exact.stream().collect(Collectors.joining(", "));
    }

    /** Whether plain JSON is asked for, as by nearly all. */
    boolean isUsual() {
        return acceptHeader.equals(JSON);
    }

    /** The value of the Accept header that asks for these types. */
    String acceptHeader() {
        return acceptHeader;
    }

    /** Whether a Content-Type header is one of these; an answer without one is judged by its bytes alone. */
    boolean accept(@Nullable String contentType) {
        if (contentType == null || contentType.equals(usual)) {
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
                || suffixed.stream()
                        .anyMatch(ends -> trimmed.length() >= ends[0].length() + ends[1].length()
                                && trimmed.startsWith(ends[0])
                                && trimmed.endsWith(ends[1]));
    }
}
