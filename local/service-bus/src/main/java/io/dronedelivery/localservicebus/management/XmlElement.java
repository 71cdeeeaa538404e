package io.dronedelivery.localservicebus.management;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** An element of a request's body, by local names: clients choose different prefixes. */
record XmlElement(Element element) {
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

    /** @throws IllegalArgumentException when the bytes are no XML, or declare a document type */
    static XmlElement parse(byte[] bytes) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new Thrown());
            return new XmlElement(builder.parse(new ByteArrayInputStream(bytes)).getDocumentElement());
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the parser of the Java platform has these features", e);
        } catch (SAXException | IOException e) {
            throw new IllegalArgumentException("the body is no XML: " + e.getMessage(), e);
        }
    }

    String name() {
        return element.getLocalName();
    }

    List<XmlElement> children() {
        List<XmlElement> children = new ArrayList<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                children.add(new XmlElement(child));
            }
        }
        return children;
    }

    Optional<XmlElement> child(String name) {
        return children().stream().filter(child -> child.name().equals(name)).findFirst();
    }

    /** The child's text; empty when there is no such child, or no text in it. */
    Optional<String> text(String name) {
        return child(name).map(XmlElement::text).filter(text -> !text.isEmpty());
    }

    String text() {
        return element.getTextContent().strip();
    }

    /** The type that the element says it has, without its prefix. */
    String type() {
        String type = element.getAttributeNS(INSTANCE, "type");
        return type.substring(type.indexOf(':') + 1);
    }

    /** Without a handler the parser writes errors to the console. */
    private static final class Thrown implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {}

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    }
}
