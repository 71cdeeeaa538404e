package io.dronedelivery.servicekit.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentReferenceHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings that the class path knows, as a tree of the elements of their names: without dashes, in lower case, as variables have them. From
 * the metadata of Spring Boot, and from the records that it does not take apart.
 */
public final class SettingNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String OURS = "io.dronedelivery.";
    private static final Map<ClassLoader, SettingNames> READ = new ConcurrentReferenceHashMap<>();
    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<[^,]+,\\s*(.+)>");
    private static final Pattern LIST = Pattern.compile("java\\.util\\.(?:List|Set)<(.+)>");

    /** One element of names. */
    static final class Element {

        final Map<String, Element> next = new TreeMap<>();

        /** As it is documented, with dashes. */
        private final String spelling;

        /** Behind a key of a map or a number of a list; null where this is neither. */
        @Nullable
        Element any;

        boolean isSetting;
        boolean isOurs;

        /** Whether what follows is not known: a map of texts, whose keys may have dots, or a type of others. */
        boolean isOpen;

        private Element(String spelling) {
            this.spelling = spelling;
        }

        private Element child(String element) {
            return next.computeIfAbsent(uniform(element), key -> new Element(element));
        }

        private Element any() {
            Element element = any == null ? new Element("") : any;
            any = element;
            return element;
        }
    }

    private final Element root = new Element("");

    private SettingNames() {}

    /** Of the class path. It takes a tenth of a second and more, so it is read once and kept while there is memory for it. */
    public static SettingNames read(ClassLoader classes) {
        return READ.computeIfAbsent(classes, SettingNames::readAnew);
    }

    private static SettingNames readAnew(ClassLoader classes) {
        SettingNames names = new SettingNames();
        JsonMapper json = new JsonMapper();
        try {
            for (URL metadata : Collections.list(classes.getResources(METADATA))) {
                try (InputStream stream = metadata.openStream()) {
                    json.readTree(stream).path("properties").forEach(property -> names.add(property, classes));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    Element root() {
        return root;
    }

    /**
     * The name with known elements in place of those that are nearly one of them, below the first elements of this project's settings.
     *
     * @param name of a property, as an argument has it
     * @return the name itself when all of it is known, or nothing is near
     */
    public String intended(String name) {
        List<String> intended = new ArrayList<>();
        @Nullable Element at = root;
        for (String part : name.split("\\.")) {
            String plain = part.replaceFirst("\\[.*", "");
            String number = part.substring(plain.length());
            Element next = at == null ? null : at.next.getOrDefault(uniform(plain), at.any);
            if (at != null && next == null) {
                next = nearest(at, plain);
                plain = next == null ? plain : next.spelling;
            }
            if (at == root && next != null && !next.isOurs) {
                return name;
            }
            intended.add(plain + number);
            at = next == null || number.isEmpty() ? next : next.any;
        }
        return String.join(".", intended);
    }

    private @Nullable Element nearest(Element at, String word) {
        Element nearest = null;
        int fewest = Spelling.MOST_ERRORS + 1;
        for (Map.Entry<String, Element> known : at.next.entrySet()) {
            int errors = Spelling.errors(uniform(word), known.getKey());
            if (errors < fewest && (at != root || known.getValue().isOurs)) {
                nearest = known.getValue();
                fewest = errors;
            }
        }
        return nearest;
    }

    private static String uniform(String element) {
        return element.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String dashed(String component) {
        return component.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private void add(JsonNode property, ClassLoader classes) {
        boolean ours = property.path("sourceType").asString("").startsWith(OURS);
        Element element = root;
        for (String part : property.get("name").asString().split("\\.")) {
            element = element.child(part);
            element.isOurs |= ours;
        }
        describe(element, property.path("type").asString("java.lang.Object"), classes);
    }

    private void describe(Element element, String type, ClassLoader classes) {
        element.isSetting = true;
        Matcher map = MAP.matcher(type);
        Matcher list = LIST.matcher(type);
        if (map.matches()) {
            describe(element.any(), map.group(1), classes);
            element.any().isOpen |= map.group(1).startsWith("java.");
        } else if (list.matches()) {
            describe(element.any(), list.group(1), classes);
        } else if (type.startsWith(OURS)) {
            describeRecord(element, type, classes);
        } else {
            element.isOpen |= type.indexOf('.') > 0 && !type.startsWith("java.");
        }
    }

    private void describeRecord(Element element, String type, ClassLoader classes) {
        try {
            Class<?> described = Class.forName(type, false, classes);
            if (described.isRecord()) {
                for (RecordComponent component : described.getRecordComponents()) {
                    describe(
                            element.child(dashed(component.getName())),
                            component.getGenericType().getTypeName(),
                            classes);
                }
            }
        } catch (ClassNotFoundException e) {
            element.isOpen = true;
        }
    }
}
