package io.dronedelivery.localservicebus.management;

import java.util.List;
import java.util.Map;

/**
 * The part of a list that a request asks for.
 *
 * @param skip how many entries come before it
 * @param top the most entries in it
 */
record FeedPage(int skip, int top) {
    /** Service Bus's size of a page, and its largest. */
    private static final int SIZE = 100;

    static FeedPage of(Map<String, List<String>> query) {
        int top = number(query, "$top", SIZE);
        return new FeedPage(number(query, "$skip", 0), Math.min(SIZE, top));
    }

    private static int number(Map<String, List<String>> query, String name, int otherwise) {
        List<String> values = query.getOrDefault(name, List.of());
        if (values.isEmpty()) {
            return otherwise;
        }
        String text = values.get(0);
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("%s must be a whole number, not '%s'".formatted(name, text));
        }
        return Integer.parseInt(text);
    }

    <T> List<T> cut(List<T> all) {
        return all.stream().skip(skip).limit(top).toList();
    }

    /** The query of the page after this one. */
    String next() {
        return "?$skip=%d&$top=%d".formatted(skip + top, top);
    }

    boolean isLast(int of) {
        return skip + top >= of;
    }
}
