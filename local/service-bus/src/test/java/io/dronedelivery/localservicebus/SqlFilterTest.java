package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.localservicebus.filter.MessageView;
import io.dronedelivery.localservicebus.filter.RuleAction;
import io.dronedelivery.localservicebus.filter.RuleFilter;
import io.dronedelivery.localservicebus.message.AmqpCodec;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import java.math.BigInteger;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFilterTest {
    private static final AmqpCodec CODEC = new AmqpCodec();

    private static AmqpMessage drone() {
        Message message = Message.Factory.create();
        message.setMessageId("m-1");
        message.setSubject("fleet.landed");
        message.setBody(new Data(new Binary(new byte[] {1, 2, 3})));
        message.setMessageAnnotations(new MessageAnnotations(Map.of(Symbol.valueOf("x-opt-partition-key"), "pk")));
        message.setApplicationProperties(new ApplicationProperties(Map.of(
                "owner",
                "o-17",
                "weight",
                12,
                "ratio",
                0.5,
                "express",
                true,
                "a b",
                "blank",
                "rate",
                "100%_x",
                "likeable",
                "m-_",
                "mark",
                "!",
                "name",
                "weight")));
        byte[] bytes = new byte[1024];
        int length = message.encode(bytes, 0, bytes.length);
        return AmqpMessage.parse(bytes, 0, length, CODEC);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1=1 | true",
                "owner = 'o-17' | true",
                "user.owner = 'o-17' AND sys.MessageId = 'm-1' | true",
                "OWNER = 'o-17' | true",
                "sys.Label LIKE 'fleet.%' | true",
                "sys.Label NOT LIKE 'fleet._' | true",
                "rate LIKE '100!%!_%' ESCAPE '!' | true",
                "rate LIKE '100!%x' ESCAPE '!' | false",
                "owner LIKE 'o-' + '1_' | true",
                "sys.MessageId LIKE likeable | true",
                "rate LIKE '100!%' + '!_%' ESCAPE mark | true",
                "rate LIKE '100!%' + '!_%' ESCAPE owner | false",
                "owner LIKE weight | false",
                "owner NOT LIKE absent | false",
                "property('a' + ' b') = 'blank' | true",
                "p(name) = 12 | true",
                "property(weight) = 12 | false",
                "sys.PartitionKey = 'pk' | true",
                "sys.PartitionKey LIKE 'q%' | false",
                "weight > 11 AND weight <= 12 | true",
                "weight + 3 * 2 = 18 | true",
                "(weight + 3) * 2 = 30 | true",
                "-weight = -12 | true",
                "weight % 5 = 2 | true",
                "ratio < 0.6 AND ratio > 4e-1 | true",
                "weight / 0 = 1 | false",
                "express = TRUE | true",
                "express | true",
                "NOT express | false",
                "owner IN ('o-1', 'o-17') | true",
                "weight NOT IN (1, 2) | true",
                "missing IN (1) | false",
                "NOT (missing IN (1)) | false",
                "missing = 1 OR weight = 12 | true",
                "missing = 1 AND weight = 12 | false",
                "NOT (missing = 1) | false",
                "missing IS NULL | true",
                "owner IS NOT NULL | true",
                "EXISTS(owner) AND NOT EXISTS(missing) | true",
                "[a b] = 'blank' | true",
                "\"a b\" = 'blank' | true",
                "property('a b') = 'blank' | true",
                "owner = 'it''s' | false",
                "owner <> 'o-1' AND owner != 'o-2' | true",
                "owner > 'o-16' | true",
                "weight = '12' | false",
                "weight = 0xC | true",
                "newid() <> newid() | true",
            })
    void an_expression_is_true_only_when_it_is_known_to_be(String filter, boolean expected) {
        assertThat(RuleFilter.sql(filter).matches(new MessageView(drone(), CODEC)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "owner = | expected a property or a value, found the end at position 8",
                "owner == 'a' | expected a property or a value, found = at position 8",
                "owner = 'a | missing ' of what begins at position 9",
                "sys.Size > 1 | unknown system property Size at position 5",
                "my.owner = 1 | unknown scope my",
                "upper(owner) = 'A' | unknown function upper at position 1",
                "owner LIKE 1 | LIKE takes a text",
                "(owner = 1 | expected ')'",
                "owner ~ 1 | unexpected character '~' at position 7",
                "a = 1.2.3 | not a number: 1.2.3",
            })
    void a_wrong_expression_is_refused_with_its_position(String filter, String complaint) {
        assertThatThrownBy(() -> RuleFilter.sql(filter)).hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET sys.Label = 'changed' | sys.Label = 'changed' AND owner = 'o-17'",
                "SET weight = weight + 1; SET twice = weight * 2 | weight = 13 AND twice = 26",
                "REMOVE owner; | owner IS NULL",
                "REMOVE sys.Label | sys.Label IS NULL",
            })
    void an_action_changes_the_message_that_later_steps_see(String action, String expected) {
        AmqpMessage changed = RuleAction.sql(action).apply(drone(), CODEC);
        assertThat(RuleFilter.sql(expected).matches(new MessageView(changed, CODEC)))
                .isTrue();
        assertThat(changed.size()).isPositive();
    }

    @Test
    void an_action_copies_an_unsigned_number_as_what_it_is() {
        Map<String, Object> properties = Map.of("big", UnsignedLong.valueOf(BigInteger.TWO.pow(63)));

        AmqpMessage changed =
                RuleAction.sql("SET copy = big").apply(drone().with(new Properties(), properties, CODEC), CODEC);

        assertThat(changed.applicationProperties(CODEC).get("copy")).isEqualTo(properties.get("big"));
    }

    /** Decimals in the encoding of AMQP: sign, exponent with a bias of 101, 398 or 6176, coefficient (IEEE 754-2008, binary integer decimal). */
    private static AmqpMessage priced() {
        Map<String, Object> decimals = Map.of(
                "small", new Decimal32((99 << 23) | 125),
                "negative", new Decimal32(1 << 31 | (101 << 23) | 7),
                "price", new Decimal64((396L << 53) | 1230),
                "long", new Decimal64(3L << 61 | (398L << 51) | 1),
                "exact", new Decimal128(6174L << 49, 1_234_567_890_123_456_789L),
                "tiny", new Decimal128(0, 1),
                "infinite", new Decimal64(0x78L << 56),
                "nan", new Decimal128(0x7cL << 56, 0),
                "wasted", new Decimal32((101 << 23) | 3 << 29 | 0x1fffff));
        return drone().with(new Properties(), decimals, CODEC);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "small = 1.25 | true",
                "small = 1 | false",
                "small > 0 | true",
                "negative = -7 | true",
                "price > 12 AND price < 13 | true",
                "price = 12.3 | true",
                "price IN (12, 12.3) | true",
                "long = 9007199254740993 | true",
                "long = 9007199254740992 | false",
                "exact > 12345678901234567 | true",
                "exact < 12345678901234568 | true",
                "exact = price | false",
                "tiny > 0 | true",
                "infinite > exact | true",
                "nan = nan | false",
                "nan <> 1 | false",
                "wasted = 0 | true",
            })
    void a_decimal_compares_as_what_it_is(String filter, boolean expected) {
        assertThat(RuleFilter.sql(filter).matches(new MessageView(priced(), CODEC)))
                .isEqualTo(expected);
    }

    @Test
    void an_action_copies_a_decimal_as_what_it_is() {
        AmqpMessage changed = RuleAction.sql("SET a = exact; SET b = negative; SET c = infinite")
                .apply(priced(), CODEC);

        assertThat(changed.applicationProperties(CODEC))
                .containsEntry("a", priced().applicationProperties(CODEC).get("exact"))
                .containsEntry("b", new Decimal128(1L << 63 | 6176L << 49, 7))
                .containsEntry("c", Double.POSITIVE_INFINITY);
    }

    @ParameterizedTest
    @CsvSource(value = {"owner = 1", "SET owner", "SET owner = 1 REMOVE x"})
    void a_wrong_action_is_refused(String action) {
        assertThatThrownBy(() -> RuleAction.sql(action)).hasMessageContaining("expected");
    }
}
