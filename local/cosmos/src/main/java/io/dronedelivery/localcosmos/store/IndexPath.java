package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of an indexing policy: {@code /*}, {@code /a/?}, {@code /a/"b c"/*}; {@code []} represents the elements of an array.
 *
 * @param wildcard whether it covers everything below the names; otherwise only the value there
 */
public record IndexPath(String text, List<String> names, boolean wildcard) {
    private static final Pattern SEGMENT = Pattern.compile("/(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^/\"*?]+)|([*?])$)");

    static IndexPath parse(String text) {
        List<String> names = new ArrayList<>();
        boolean wildcard = text.equals("/");
        int at = wildcard ? 1 : 0;
        Matcher segment = SEGMENT.matcher(text);
        while (at < text.length() && segment.find(at) && segment.start() == at) {
            if (segment.group(3) != null) {
                wildcard = segment.group(3).equals("*");
            } else {
                names.add(segment.group(1) != null ? segment.group(1) : segment.group(2));
            }
            at = segment.end();
        }
        if (text.isEmpty() || at < text.length()) {
            throw ServiceException.badRequest("The indexing path '" + text
                    + "' is invalid: expected '/*', '/name/?' or '/name/*', with names of other characters in quotes.");
        }
        return new IndexPath(text, List.copyOf(names), wildcard);
    }

    boolean isRoot() {
        return names.isEmpty() && wildcard;
    }

    /** The precision. The more precise of two paths that cover a property counts. */
    int precision() {
        return names.size() * 2 + (wildcard ? 0 : 1);
    }

    static Optional<IndexPath> mostPrecise(List<IndexPath> paths, List<String> property) {
        return paths.stream().filter(path -> path.covers(property)).max(Comparator.comparingInt(IndexPath::precision));
    }

    private boolean covers(List<String> property) {
        return wildcard
                ? names.size() <= property.size()
                        && property.subList(0, names.size()).equals(names)
                : names.equals(property);
    }
}
