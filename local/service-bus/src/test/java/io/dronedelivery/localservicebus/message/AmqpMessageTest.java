package io.dronedelivery.localservicebus.message;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmqpMessageTest {

    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @CsvSource({
        "the message id is of an unknown type, 005373c003015f01",
        "the message id is a boolean, 005373c0020141",
        "an application property has no name, 005374c1050241a10162",
        "the properties are a string, 005373a10161",
        "an annotation has a value of no type, 005372c10702a30161000000",
        "there are no properties in the list, 005373c0030c4040",
    })
    void sections_that_cannot_be_read_are_refused_when_the_message_comes(String what, String hex) {
        byte[] bytes = HEX.parseHex(hex);
        assertThatExceptionOfType(MalformedMessageException.class)
                .as(what)
                .isThrownBy(() -> AmqpMessage.parse(bytes, 0, bytes.length, new AmqpCodec()));
    }
}
