package io.dronedelivery.servicekit.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentReferenceHashMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The settings that the class path knows, as a tree of the elements of their names: without dashes, in lower case, as variables have them. From
 * the metadata of Spring Boot, and from the records that it does not take apart.
 */
public final class SettingNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String OURS = "io.dronedelivery.";
    private static final String ENDPOINTS = "management.endpoint.";
    private static final Map<ClassLoader, SettingNames> READ = new ConcurrentReferenceHashMap<>();
    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<[^,]+,\\s*(.+)>");
    private static final Pattern LIST = Pattern.compile("java\\.util\\.(?:List|Set)<(.+)>");

    static final class Element {

        final Map<String, Element> next = new TreeMap<>();

        /** As it is documented, with dashes. */
        private final String spelling;

        /** Behind a key of a map or a number of a list; null where this is neither. */
        @Nullable
        Element any;

        boolean isSetting;

        /** Of its value, as the metadata has it. */
        private String type = "";

        boolean isOurs;

        /** Whether what follows is not known: a map of texts, whose keys may have dots, or a type of others. */
        boolean isOpen;

        private Element(String spelling) {
            this.spelling = spelling;
        }

        private Element child(String element) {
            return next.computeIfAbsent(uniform(element), key -> new Element(element));
        }

        private String others(String prefix) {
            return next.isEmpty()
                    ? ""
                    : next.values().stream()
                            .map(other -> other.spelling)
                            .collect(Collectors.joining(", ", "; " + prefix + " has ", ""));
        }

        private Element any() {
            Element element = any == null ? new Element("") : any;
            any = element;
            return element;
        }
    }

    private final Element root = new Element("");
    private final Map<String, String> records = new TreeMap<>();
    private final ClassLoader classes;

    private SettingNames(ClassLoader classes) {
        this.classes = classes;
    }

    /** Of the class path. It takes a tenth of a second and more, so it is read once and kept while there is memory for it. */
    public static SettingNames read(ClassLoader classes) {
        return READ.computeIfAbsent(classes, SettingNames::readAnew);
    }

    private static SettingNames readAnew(ClassLoader classes) {
        SettingNames names = new SettingNames(classes);
        JsonFactory json = new JsonFactory();
        try {
            for (URL metadata : Collections.list(classes.getResources(METADATA))) {
                try (InputStream stream = metadata.openStream();
                        JsonParser parser = json.createParser(ObjectReadContext.empty(), stream)) {
                    names.add(parser);
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

    /** The types of this project's settings by their prefixes. Each has {@code @ConfigurationProperties}. */
    public Map<String, String> records() {
        return Collections.unmodifiableMap(records);
    }

    /**
     * What is wrong with a setting, in words that follow it; null when nothing is known to be wrong. Values are converted, not validated.
     *
     * @param name of the property, as an argument or a file has it
     */
    public @Nullable String fault(String name, String value) {
        String intended = intended(name);
        if (!intended.equals(name)) {
            return "there is no such setting, did you mean " + intended + "?";
        }
        Element at = root;
        boolean isOurs = false;
        String prefix = "";
        for (String part : name.split("\\.|(?=\\[)")) {
            Element next = part.startsWith("[") ? at.any : at.next.getOrDefault(uniform(part), at.any);
            if (next == null) {
                return isOurs && !at.isOpen ? "there is no such setting" + at.others(prefix) : null;
            }
            prefix += prefix.isEmpty() || part.startsWith("[") ? part : "." + part;
            at = next;
            isOurs |= at.isOurs;
        }
        return ExpectedValue.fault(at.type, value, classes);
    }

    /**
     * The name with known elements in place of those that are nearly one of them, below the first elements of this project's settings.
     * Returns the name itself when all of it is known, or nothing is near.
     */
    private String intended(String name) {
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

    static String dashed(String component) {
        return component.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Reads the lists {@code groups} and {@code properties} of a file; a tree of the largest one would take half a second. */
    private void add(JsonParser file) {
        file.nextToken();
        while (file.nextToken() == JsonToken.PROPERTY_NAME) {
            String list = file.currentName();
            file.nextToken();
            if (list.equals("groups") || list.equals("properties")) {
                while (file.nextToken() == JsonToken.START_OBJECT) {
                    Map<String, String> described = texts(file);
                    if (list.equals("properties")) {
                        addProperty(described);
                    } else if (isOurRecord(described)) {
                        records.put(described.get("name"), described.get("type"));
                    }
                }
            } else {
                file.skipChildren();
            }
        }
    }

    private static Map<String, String> texts(JsonParser file) {
        Map<String, String> texts = new HashMap<>();
        while (file.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = file.currentName();
            if (file.nextToken() == JsonToken.VALUE_STRING) {
                texts.put(name, file.getString());
            } else {
                file.skipChildren();
            }
        }
        return texts;
    }

    /** Other groups are parts of one, or the settings that Spring Boot gives to each endpoint of the management. */
    private static boolean isOurRecord(Map<String, String> group) {
        String type = group.getOrDefault("type", "");
        return type.startsWith(OURS)
                && type.equals(group.get("sourceType"))
                && !group.containsKey("sourceMethod")
                && !group.getOrDefault("name", "").startsWith(ENDPOINTS);
    }

    private void addProperty(Map<String, String> property) {
        boolean ours = property.getOrDefault("sourceType", "").startsWith(OURS);
        Element element = root;
        for (String part : property.getOrDefault("name", "").split("\\.")) {
            element = element.child(part);
            element.isOurs |= ours;
        }
        describe(element, property.getOrDefault("type", "java.lang.Object"));
    }

    private void describe(Element element, String type) {
        element.type = type;
        element.isSetting = true;
        Matcher map = MAP.matcher(type);
        Matcher list = LIST.matcher(type);
        if (map.matches()) {
            describe(element.any(), map.group(1));
            element.any().isOpen |= map.group(1).startsWith("java.");
        } else if (list.matches()) {
            describe(element.any(), list.group(1));
        } else if (type.startsWith(OURS)) {
            describeRecord(element, type);
        } else {
            element.isOpen |= type.indexOf('.') > 0 && !type.startsWith("java.");
        }
    }

    private void describeRecord(Element element, String type) {
        try {
            Class<?> described = Class.forName(type, false, classes);
            if (described.isRecord()) {
                for (RecordComponent component : described.getRecordComponents()) {
                    describe(
                            element.child(dashed(component.getName())),
                            component.getGenericType().getTypeName());
                }
            }
        } catch (ClassNotFoundException e) {
            element.isOpen = true;
        }
    }
}
