package io.dronedelivery.servicekit.environment;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads files of settings as Spring Boot does, and names a YAML file that cannot be read: the parser knows only the line. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class SettingFiles implements PropertySourceLoader {

    /** At the end of the file's name, or in brackets when the file has no such end. */
    private static final Pattern YAML = Pattern.compile("\\.ya?ml(]|\\s|$)");

    private final PropertySourceLoader properties = new PropertiesPropertySourceLoader();
    private final PropertySourceLoader yaml = new YamlPropertySourceLoader();

    /** In the order of Spring Boot's loaders, which decides which of two files wins. */
    @Override
    public String[] getFileExtensions() {
        return new String[] {"properties", "xml", "yml", "yaml"};
    }

    @Override
    public List<PropertySource<?>> load(String name, Resource resource) throws IOException {
        if (!YAML.matcher(resource.getFilename() + " " + name).find()) {
            return properties.load(name, resource);
        }
        try {
            return yaml.load(name, resource);
        } catch (MarkedYAMLException unreadable) {
            Mark at = unreadable.getProblemMark();
            String place = at == null ? "" : ", line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1);
            throw new UnreadableFileException(
                    resource, resource.getDescription() + place + ": " + unreadable.getProblem(), unreadable);
        }
    }

    /** A file of settings is not YAML. The message names the file, the place and the reason. */
    public static final class UnreadableFileException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Resource resource;

        UnreadableFileException(Resource resource, String message, MarkedYAMLException cause) {
            super(message, cause);
            this.resource = resource;
        }

        public Resource resource() {
            return resource;
        }
    }
}
