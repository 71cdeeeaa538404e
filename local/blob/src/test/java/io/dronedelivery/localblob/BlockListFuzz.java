package io.dronedelivery.localblob;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localblob.Blobs.Named;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A list of blocks is refused as such, or is one: written down as a client does it is read as the same one. */
final class BlockListFuzz {

    private BlockListFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws BlobRefusal {
        List<Named> blocks;
        try {
            blocks = Xml.blockList(input);
        } catch (BlobRefusal e) {
            assertThat(e.status()).isEqualTo(400);
            assertThat(e.code()).isEqualTo("InvalidXmlDocument");
            assertThat(e).hasMessageMatching("(?s).{20,}");
            return;
        }

        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>");
        for (Named block : blocks) {
            String name = block.where().name();
            String element = name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
            xml.append('<').append(element).append('>').append(escaped(block.id()));
            xml.append("</").append(element).append('>');
        }
        assertThat(Xml.blockList(xml.append("</BlockList>").toString().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(blocks);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\r", "&#13;");
    }
}
