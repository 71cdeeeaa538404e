package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.OperationOutcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the answer to a batch: an array with one object for each operation. */
final class BatchWriter {
    private final Container container;
    private final ByteArrayOutputStream json = new ByteArrayOutputStream(8_192);

    BatchWriter(Container container) {
        this.container = container;
    }

    /** @param minimal whether the document is omitted */
    void add(OperationOutcome outcome, boolean minimal) {
        StringBuilder head = new StringBuilder(128)
                .append(json.size() == 0 ? "[" : ",")
                .append("{\"statusCode\":")
                .append(outcome.status());
        if (outcome.subStatus() != 0) {
            head.append(",\"subStatusCode\":").append(outcome.subStatus());
        }
        head.append(",\"requestCharge\":").append(HeaderNumbers.plain(outcome.charge()));
        if (outcome.etag() != null) {
            head.append(",\"eTag\":\"\\\"")
                    .append(outcome.etag(), 1, outcome.etag().length() - 1)
                    .append("\\\"\"");
        }
        if (outcome.document() == null || minimal) {
            json.writeBytes(ascii(head));
        } else {
            json.writeBytes(ascii(head.append(",\"resourceBody\":")));
            json.writeBytes(outcome.document().toJson(container));
        }
        json.write('}');
    }

    byte[] toBytes() {
        json.write(']');
        return json.toByteArray();
    }

    private static byte[] ascii(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
