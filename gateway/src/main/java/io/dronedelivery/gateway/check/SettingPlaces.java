package io.dronedelivery.gateway.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;

/** Where settings were written. */
record SettingPlaces(ConfigurableEnvironment environment) {

    private static final Path HERE = Path.of("").toAbsolutePath();

    private static final String ARGUMENTS = CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME;

    /**
     * @param file relative to the working directory where it is below it, {@code classpath:NAME} for a file of the product, or the name of
     *     another source
     * @param line from 1, 0 where there are no lines
     * @param column from 1, 0 where there are no lines
     */
    record SettingPlace(String file, int line, int column) {

        @Override
        public String toString() {
            return line == 0 ? file : file + ':' + line + ':' + column;
        }
    }

    /**
     * The place of a property. A property that is missing has the place of the first one that is set beside it.
     *
     * @param property its name
     * @return null when nothing near it is set
     */
    @Nullable
    SettingPlace find(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        for (; name.getNumberOfElements() > 1; name = name.getParent()) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                SettingPlace place = find(name, source);
                if (place != null) {
                    return place;
                }
            }
        }
        return null;
    }

    private static @Nullable SettingPlace find(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        ConfigurationProperty exact = source.getConfigurationProperty(name);
        if (exact != null) {
            return place(exact);
        }
        if (!(source instanceof IterableConfigurationPropertySource all)) {
            return null;
        }
        try (Stream<ConfigurationPropertyName> names = all.stream()) {
            return names.filter(name::isAncestorOf)
                    .map(source::getConfigurationProperty)
                    .filter(Objects::nonNull)
                    .map(SettingPlaces::place)
                    .min(Comparator.comparingInt(SettingPlace::line).thenComparingInt(SettingPlace::column))
                    .orElse(null);
        }
    }

    private static SettingPlace place(ConfigurationProperty property) {
        Origin origin = property.getOrigin();
        if (origin instanceof PropertySourceOrigin inSource) {
            if (inSource.getOrigin() == null) {
                String source = inSource.getPropertySource().getName();
                return new SettingPlace(source.equals(ARGUMENTS) ? "argument" : source, 0, 0);
            }
            origin = inSource.getOrigin();
        }
        if (origin instanceof TextResourceOrigin text && text.getResource() != null) {
            TextResourceOrigin.Location location = text.getLocation();
            String file = name(text.getResource());
            return location == null
                    ? new SettingPlace(file, 0, 0)
                    : new SettingPlace(file, location.getLine() + 1, location.getColumn() + 1);
        }
        return new SettingPlace(String.valueOf(origin), 0, 0);
    }

    /** The file of a resource, as a person would write it. */
    static String name(Resource resource) {
        try {
            if (resource.isFile()) {
                return relative(resource.getFile().toPath());
            }
            String url = resource.getURL().toString();
            int inJar = url.lastIndexOf("!/");
            return inJar < 0 ? url : "classpath:" + url.substring(inJar + 2);
        } catch (IOException e) {
            return resource.getDescription();
        }
    }

    private static String relative(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        return (whole.startsWith(HERE) ? HERE.relativize(whole) : whole).toString();
    }
}
