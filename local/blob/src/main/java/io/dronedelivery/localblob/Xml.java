package io.dronedelivery.localblob;

import io.dronedelivery.localblob.Blobs.Blob;
import io.dronedelivery.localblob.Blobs.Named;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Reads and writes the bodies of requests and answers. Any thread may call it. */
final class Xml {

    private static final XMLOutputFactory WRITERS = XMLOutputFactory.newFactory();

    /** Characters that XML 1.0 cannot have, not even escaped. */
    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private Xml() {}

    /** Whether a listing can contain a text. */
    static boolean canHold(String text) {
        return !NOT_XML.matcher(text).find();
    }

    private interface Content {
        void write(XMLStreamWriter xml) throws XMLStreamException;
    }

    static List<Named> blockList(byte[] body) throws BlobRefusal {
        XMLInputFactory readers = XMLInputFactory.newFactory();
        readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        List<Named> blocks = new ArrayList<>();
        try {
            XMLStreamReader xml = readers.createXMLStreamReader(new ByteArrayInputStream(body));
            while (xml.hasNext()) {
                int found = xml.next();
                if (found == XMLStreamConstants.DTD) {
                    throw BlobRefusal.invalid("InvalidXmlDocument", "The body is no BlockList: it has a document type");
                }
                if (found == XMLStreamConstants.START_ELEMENT
                        && !xml.getLocalName().equals("BlockList")) {
                    Named.BlockSource where =
                            Named.BlockSource.valueOf(xml.getLocalName().toUpperCase(Locale.ROOT));
                    blocks.add(new Named(where, xml.getElementText().strip()));
                }
            }
        } catch (XMLStreamException | IllegalArgumentException e) {
            throw BlobRefusal.invalid("InvalidXmlDocument", "The body is no BlockList: " + e.getMessage());
        } catch (MissingResourceException e) {
            // The JDK's parser has no text for some errors in a document type.
            throw BlobRefusal.invalid("InvalidXmlDocument", "The body is no BlockList: " + e.getKey());
        }
        return blocks;
    }

    /**
     * A page of a listing.
     *
     * @param found one blob more than the page has when there is a next page
     */
    static byte[] listing(String container, List<Blob> found, int most) {
        return document(xml -> {
            xml.writeStartElement("EnumerationResults");
            xml.writeAttribute("ContainerName", container);
            xml.writeStartElement("Blobs");
            for (Blob blob : found.subList(0, Math.min(most, found.size()))) {
                xml.writeStartElement("Blob");
                element(xml, "Name", blob.name());
                xml.writeStartElement("Properties");
                element(xml, "Last-Modified", BlobRequests.httpDate(blob.modified()));
                element(xml, "Etag", blob.tag());
                element(xml, "Content-Length", Integer.toString(blob.content().length));
                element(xml, "BlobType", "BlockBlob");
                xml.writeEndElement();
                xml.writeEndElement();
            }
            xml.writeEndElement();
            element(xml, "NextMarker", found.size() > most ? found.get(most).name() : "");
            xml.writeEndElement();
        });
    }

    static byte[] error(BlobRefusal refusal) {
        return document(xml -> {
            xml.writeStartElement("Error");
            element(xml, "Code", refusal.code());
            element(
                    xml,
                    "Message",
                    NOT_XML.matcher(String.valueOf(refusal.getMessage())).replaceAll("?"));
            xml.writeEndElement();
        });
    }

    private static void element(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private static byte[] document(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            XMLStreamWriter xml = WRITERS.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
            xml.writeStartDocument("utf-8", "1.0");
            content.write(xml);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("Written to memory", e);
        }
        return bytes.toByteArray();
    }
}
