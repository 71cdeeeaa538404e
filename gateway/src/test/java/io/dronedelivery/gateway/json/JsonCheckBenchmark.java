package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.testing.MeasuredPart;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/** Finding out that 560 bytes are exactly one JSON value: the gateway's check beside Jackson's streaming parser, and the price of a shape. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class JsonCheckBenchmark {

    static final int MAX_DEPTH = 64;

    private final JsonCheck check = new JsonCheck(MAX_DEPTH);
    private final JsonFactory jackson = new JsonFactory();

    @Param
    MeasuredPart part = MeasuredPart.INVOICE;

    private final JsonShape withoutRemark = new JsonShape(false);
    private byte[] body = new byte[0];

    @Setup
    public void read() {
        body = part.body();
        withoutRemark.drop(JsonPath.parse("remark"));
        withoutRemark.check();
    }

    /** Returns null, since nothing is wrong. */
    @Benchmark
    public @Nullable String gateway() {
        return check.faultIn(body, body.length);
    }

    /** Returns the bytes without one member: nearly all of them are copied. */
    @Benchmark
    public byte[] shape() {
        return withoutRemark.apply(body);
    }

    /** Returns the number of tokens. Strings are skipped over, not decoded. */
    @Benchmark
    public int jackson() {
        try (JsonParser parser = jackson.createParser(ObjectReadContext.empty(), body)) {
            int tokens = 0;
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (depth == 0 && tokens > 0) {
                    throw new StreamReadException(parser, "A second value");
                }
                tokens++;
                if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                }
            }
            return tokens;
        }
    }
}
