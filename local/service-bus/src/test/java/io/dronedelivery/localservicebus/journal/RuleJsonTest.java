package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.localservicebus.filter.Rule;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleJsonTest {
    private static Rule wanting(@Nullable Object value) {
        return new Rule("r", new RuleFilter.Correlation(Map.of(), Collections.singletonMap("key", value)), null);
    }

    static Stream<Object> kept() {
        return Stream.of(
                "text",
                Symbol.valueOf("symbol"),
                'c',
                true,
                (byte) 1,
                UnsignedByte.valueOf((byte) -1),
                1,
                Long.MAX_VALUE,
                UnsignedLong.valueOf(5),
                UnsignedLong.valueOf(BigInteger.TWO.pow(64).subtract(BigInteger.ONE)),
                5.0,
                1.5f,
                1e300,
                new BigDecimal("1.50"),
                BigInteger.TEN,
                new Date(1_800_000_000_000L),
                new UUID(1, 2),
                new UnknownDescribedType(Symbol.valueOf("com.microsoft:uri"), "https://example.org"));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void a_value_of_a_correlation_filter_is_the_same_after_a_restart(Object value) throws Exception {
        Rule rule = wanting(value);
        assertThat(RuleJson.decode(RuleJson.encode(rule))).isEqualTo(rule);
    }

    static Stream<Object> refused() {
        return Stream.of(
                new Binary(new byte[] {1}),
                List.of(1),
                Map.of("a", 1),
                new long[] {1},
                new Decimal64(1),
                Double.NaN,
                Float.POSITIVE_INFINITY,
                new BigDecimal("1e400"),
                new UnknownDescribedType(Symbol.valueOf("a:list"), List.of("x")));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_value_that_nothing_compares_with_is_refused(Object value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wanting(value))
                .withMessageStartingWith("the property 'key' of a correlation filter must be");
    }

    @Test
    void a_property_without_a_value_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> wanting(null)).withMessageContaining("'key'");
    }
}
