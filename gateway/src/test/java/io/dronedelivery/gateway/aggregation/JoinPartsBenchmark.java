package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.testing.MeasuredPart;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * From the bytes of three parts to the buffer that is sent: checked and joined by the gateway, joined without a look at them,
 * and read, merged and written as trees by Jackson. Each returns the length of the aggregate.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class JoinPartsBenchmark {

    private static final byte[][] FRAME = {
        bytes("{\"ownerId\":\"o-17\",\"year\":2026,\"month\":11,\"" + MeasuredPart.INVOICE.key() + "\":"),
        bytes(",\"" + MeasuredPart.DELIVERIES.key() + "\":"),
        bytes(",\"" + MeasuredPart.DRONE_UTILIZATION.key() + "\":"),
        bytes("}")
    };

    private final DataBufferFactory buffers = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
    private final JsonCheck check = new JsonCheck(64);
    private final AggregateBody body = new AggregateBody(ThreeParts.aggregation());
    private final JsonMapper jackson = new JsonMapper();
    private final byte[][] bodies = ThreeParts.bodies();

    @Benchmark
    public int gateway() {
        return release(checkAndJoin());
    }

    @Benchmark
    public int concatenation() {
        return release(concatenate());
    }

    @Benchmark
    public int jackson() {
        return release(readMergeWrite());
    }

    DataBuffer checkAndJoin() {
        for (byte[] part : bodies) {
            String fault = check.faultIn(part, part.length);
            if (fault != null) {
                throw new IllegalStateException(fault);
            }
        }
        return body.render(ThreeParts.VALUES, ThreeParts.complete(bodies)).oneBuffer(buffers);
    }

    DataBuffer concatenate() {
        int length = FRAME[bodies.length].length;
        for (int i = 0; i < bodies.length; i++) {
            length += FRAME[i].length + bodies[i].length;
        }
        DataBuffer buffer = buffers.allocateBuffer(length);
        for (int i = 0; i < bodies.length; i++) {
            buffer.write(FRAME[i]).write(bodies[i]);
        }
        return buffer.write(FRAME[bodies.length]);
    }

    DataBuffer readMergeWrite() {
        ObjectNode aggregate = jackson.createObjectNode();
        aggregate.put("ownerId", "o-17").put("year", 2026).put("month", 11);
        for (MeasuredPart part : MeasuredPart.values()) {
            aggregate.set(part.key(), jackson.readTree(bodies[part.ordinal()]));
        }
        byte[] written = jackson.writeValueAsBytes(aggregate);
        return buffers.allocateBuffer(written.length).write(written);
    }

    private static int release(DataBuffer buffer) {
        int length = buffer.readableByteCount();
        DataBufferUtils.release(buffer);
        return length;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
