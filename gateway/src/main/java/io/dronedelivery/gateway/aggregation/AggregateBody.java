package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PlanResult.ElementFailure;
import io.dronedelivery.gateway.aggregation.PlanResult.StalePart;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import io.dronedelivery.gateway.endpoint.BodyWriter;
import io.dronedelivery.gateway.endpoint.RoutedRequest;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes the body of an aggregate: the parts' bytes between pieces of JSON that were made at start. <pre>
 * {"ownerId":"o-17","year":2026,"invoice":PART,"deliveries":PART,"unavailable":[{"part":"packages",...}]}</pre>
 * The length is computed first, so that the response has a Content-Length. The bytes of a small body are copied into one buffer; those of a
 * large one are sent from the parts' arrays.
 */
final class AggregateBody {

    static final String UNAVAILABLE = "unavailable";

    static final String STALE = "stale";

    private static final byte[] STALE_OPEN = bytes("\"stale\":[");
    private static final byte[] UNAVAILABLE_OPEN = bytes("\"unavailable\":[");

    private final int[] included;
    private final boolean[] quoted;
    private final byte[][] includedKeys;
    private final String[] partNames;
    private final byte[][] partKeys;
    private final byte[][][] unavailable;

    AggregateBody(Aggregation aggregation) {
        List<Variable> variables = aggregation.variables();
        this.included = aggregation.includeInBody().stream()
                .mapToInt(aggregation.variableNames()::indexOf)
                .toArray();
        this.quoted = new boolean[included.length];
        this.includedKeys = new byte[included.length][];
        for (int i = 0; i < included.length; i++) {
            Variable variable = variables.get(included[i]);
            quoted[i] = variable.type() == Variable.VariableType.STRING;
            includedKeys[i] = key(variable.name());
        }
        List<Part> parts = aggregation.parts();
        this.partNames = parts.stream().map(Part::name).toArray(String[]::new);
        this.partKeys = parts.stream().map(part -> key(part.name())).toArray(byte[][]::new);
        this.unavailable = parts.stream().map(AggregateBody::unavailableEntries).toArray(byte[][][]::new);
    }

    private static byte[] key(String name) {
        return bytes('"' + name + "\":");
    }

    private static byte[][] unavailableEntries(Part part) {
        ProblemType[] types = ProblemType.values();
        byte[][] entries = new byte[types.length][];
        for (ProblemType type : types) {
            entries[type.ordinal()] = entry(part.name(), type.uri().toString(), type.title(), type.status());
        }
        return entries;
    }

    /** The pieces of one body in their order; nothing is copied yet. */
    Rendered render(@Nullable String[] values, Aggregate aggregate) {
        Rendered body = new Rendered(included.length + partKeys.length + 1);
        for (int i = 0; i < included.length; i++) {
            String value = values[included[i]];
            if (value != null) {
                body.addMember(includedKeys[i], quoted[i] ? quote(value) : bytes(value));
            }
        }
        for (int i = 0; i < partKeys.length; i++) {
            byte[] part = aggregate.bodies()[i];
            if (part != null) {
                body.addMember(partKeys[i], part);
            }
        }
        if (!aggregate.complete()) {
            byte[] missing = missing(aggregate);
            // The bracket that closes the list is always there.
            if (missing.length > 1) {
                body.addMember(UNAVAILABLE_OPEN, missing);
            }
            PlanResult result = aggregate.result();
            if (result != null && !result.stale().isEmpty()) {
                body.addMember(STALE_OPEN, stale(result.stale()));
            }
        }
        return body;
    }

    private byte[] missing(Aggregate aggregate) {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (int i = 0; i < partKeys.length; i++) {
            BackendFailure failure = aggregate.failures()[i];
            if (failure != null) {
                if (entries.size() > 0) {
                    entries.write(',');
                }
                entries.writeBytes(entry(i, failure));
            }
        }
        if (aggregate.result() != null) {
            for (ElementFailure element : aggregate.result().elements()) {
                if (entries.size() > 0) {
                    entries.write(',');
                }
                entries.writeBytes(with(entry(element.part(), element.failure()), "element", element.element()));
            }
        }
        entries.write(']');
        return entries.toByteArray();
    }

    private byte[] stale(List<StalePart> parts) {
        return bytes(parts.stream()
                .map(part -> "{\"part\":\"" + partNames[part.part()] + "\",\"from\":\"" + part.from() + '"'
                        + (part.ageSeconds() < 0 ? "" : ",\"ageSeconds\":" + part.ageSeconds()) + '}')
                .collect(Collectors.joining(",", "", "]")));
    }

    private byte[] entry(int part, BackendFailure failure) {
        if (failure instanceof Refused refused && !refused.hasOwnType()) {
            return refusedEntry(part, refused);
        }
        byte[] prepared = unavailable[part][failure.type().ordinal()];
        return failure instanceof UnusableValue value ? with(prepared, "needs", value.needs()) : prepared;
    }

    /** The entry with one more member. */
    private static byte[] with(byte[] entry, String name, String value) {
        String text = new String(entry, 0, entry.length - 1, StandardCharsets.UTF_8);
        return bytes(text + ",\"" + name + "\":" + new String(quote(value), StandardCharsets.UTF_8) + '}');
    }

    private byte[] refusedEntry(int part, Refused refused) {
        return entry(
                partNames[part], "about:blank", BackendProblem.title(refused), HttpStatus.valueOf(refused.status()));
    }

    private static byte[] entry(String part, String type, String title, HttpStatus status) {
        return bytes("{\"part\":\"" + part + "\",\"type\":\"" + type + "\",\"title\":\"" + title + "\",\"status\":"
                + status.value() + '}');
    }

    private static byte[] quote(String value) {
        byte[] escaped = JsonStringEncoder.getInstance().quoteAsUTF8(value);
        byte[] result = new byte[escaped.length + 2];
        result[0] = '"';
        System.arraycopy(escaped, 0, result, 1, escaped.length);
        result[result.length - 1] = '"';
        return result;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A body as a list of pieces. */
    static final class Rendered {

        private static final byte[] OPEN = {'{'};
        private static final byte[] COMMA = {','};
        private static final byte CLOSE = '}';

        /** All but the last byte. */
        private final List<byte[]> pieces;

        private long length = 2;

        private Rendered(int members) {
            this.pieces = new ArrayList<>(3 * members + 1);
            this.pieces.add(OPEN);
        }

        private void addMember(byte[] key, byte[] value) {
            if (pieces.size() > 1) {
                pieces.add(COMMA);
                length++;
            }
            pieces.add(key);
            pieces.add(value);
            length += key.length + value.length;
        }

        byte[] toBytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(length));
            pieces.forEach(bytes::writeBytes);
            bytes.write(CLOSE);
            return bytes.toByteArray();
        }

        long length() {
            return length;
        }

        /** Writes it, and its length in the head. */
        Mono<Void> writeTo(RoutedRequest routed) {
            routed.exchange().getResponse().getHeaders().setContentLength(length);
            return BodyWriter.isLarge(length)
                    ? BodyWriter.writeLarge(routed, withEnd())
                    : BodyWriter.writeSmall(routed, this::oneBuffer);
        }

        private List<byte[]> withEnd() {
            List<byte[]> all = new ArrayList<>(pieces);
            all.add(new byte[] {CLOSE});
            return all;
        }

        DataBuffer oneBuffer(DataBufferFactory buffers) {
            DataBuffer buffer = buffers.allocateBuffer((int) length);
            for (byte[] piece : pieces) {
                buffer.write(piece);
            }
            return buffer.write(CLOSE);
        }
    }
}
