package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.ServiceException;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.stream.Stream;

/**
 * The path of a request: resource types and ids alternate, {@code dbs/shop/colls/orders/docs/17}. A path that ends with a type is a feed,
 * the collection of all its resources.
 */
record ResourcePath(List<String> segments) {
    static ResourcePath parse(String uri) {
        return new ResourcePath(Stream.of(decodedPath(uri).split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList());
    }

    private static String decodedPath(String uri) {
        try {
            return new QueryStringDecoder(uri).path();
        } catch (IllegalArgumentException e) {
            throw ServiceException.badRequest("The path is not URL encoded: " + e.getMessage() + ".");
        }
    }

    boolean isFeed() {
        return segments.size() % 2 == 1;
    }

    /** The types alone: {@code dbs/colls/docs}. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (int i = 0; i < segments.size(); i += 2) {
            shape.append(i == 0 ? "" : "/").append(segments.get(i));
        }
        return shape.toString();
    }

    /** The last type, empty for the account. */
    String type() {
        return segments.isEmpty() ? "" : segments.get((segments.size() - 1) / 2 * 2);
    }

    /** The resource that is signed; for a feed, its parent. */
    String link() {
        return String.join("/", isFeed() ? segments.subList(0, segments.size() - 1) : segments);
    }

    /** The id of the last resource of {@link #link()}, empty without one. */
    String lastId() {
        int pairs = segments.size() / 2;
        return pairs == 0 ? "" : id(pairs - 1);
    }

    /** The id of resource {@code level}; the outermost is 0. */
    String id(int level) {
        return segments.get(level * 2 + 1);
    }
}
