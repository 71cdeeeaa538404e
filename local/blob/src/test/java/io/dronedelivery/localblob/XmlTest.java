package io.dronedelivery.localblob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localblob.Blobs.Named;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTest {

    @Test
    void list_says_where_each_block_is_and_in_which_order() throws BlobRefusal {
        assertThat(read("<BlockList><Latest>Yg==</Latest><Committed> YQ== </Committed></BlockList>"))
                .containsExactly(
                        new Named(Named.BlockSource.LATEST, "Yg=="), new Named(Named.BlockSource.COMMITTED, "YQ=="));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no XML at all",
                "<BlockList>",
                "<BlockList><Oldest>YQ==</Oldest></BlockList>",
                "<BlockList><Latest><b/></Latest></BlockList>",
                "<!DOCTYPE BlockList [<!ENTITY e 'x'>]><BlockList/>",
                "<!DOCTYPE BlockList [<!ENTITY e \u0001>]><BlockList/>",
                "<!DOCTYPE BlockList [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><BlockList>&e;</BlockList>"
            })
    void what_is_no_list_is_refused_as_such(String body) {
        assertThatExceptionOfType(BlobRefusal.class)
                .isThrownBy(() -> read(body))
                .withMessageMatching("(?s)The body is no BlockList: .+")
                .returns(400, BlobRefusal::status)
                .returns("InvalidXmlDocument", BlobRefusal::code);
    }

    private static Iterable<Named> read(String body) throws BlobRefusal {
        return Xml.blockList(body.getBytes(StandardCharsets.UTF_8));
    }
}
