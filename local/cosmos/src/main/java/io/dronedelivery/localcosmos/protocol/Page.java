package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Container;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One page of a feed of documents, written as it grows. */
final class Page {
    private static final int DEFAULT_ITEMS = 100;
    private static final int MAX_ITEMS = 1_000;
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final ByteArrayOutputStream json = new ByteArrayOutputStream(4_096);
    private final int limit;
    private int items;

    /** @param call has the limit of items; with -1 the server chooses */
    Page(Call call, Container container) {
        int asked = call.intHeader(Headers.MAX_ITEM_COUNT, DEFAULT_ITEMS);
        this.limit = asked > 0 ? Math.min(asked, MAX_ITEMS) : MAX_ITEMS;
        json.writeBytes(ascii("{\"_rid\":\"" + container.rid() + "\",\"Documents\":["));
    }

    boolean isFull() {
        return items >= limit || json.size() >= MAX_BYTES;
    }

    boolean isEmpty() {
        return items == 0;
    }

    void add(byte[] item) {
        if (items++ > 0) {
            json.write(',');
        }
        json.writeBytes(item);
    }

    int size() {
        return json.size();
    }

    CallReply toReply() {
        json.writeBytes(ascii("],\"_count\":" + items + "}"));
        return CallReply.of(200, json.toByteArray()).items(items);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
