package io.dronedelivery.gateway.contract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads OpenAPI documents as trees of maps, lists and values. */
public final class ContractReader {

    static final int MAX_BYTES = 10 * 1024 * 1024;

    private static final Duration MAX_TIME = Duration.ofSeconds(10);
    private static final int MAX_DEPTH = 200;
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");
    private static final Pattern VERSION = Pattern.compile("3\\.[01](\\..*)?");

    private ContractReader() {}

    /**
     * @param location a path of a file, {@code classpath:NAME} or a URL
     * @throws InvalidContractException when there is no OpenAPI document of version 3.0 or 3.1
     */
    public static Map<?, ?> read(String location) {
        String text = new String(bytes(location), StandardCharsets.UTF_8);
        try {
            Object document = text.stripLeading().startsWith("{")
                    ? new JsonMapper().readValue(text, Map.class)
                    : yaml().load(text);
            if (document instanceof Map<?, ?> map
                    && VERSION.matcher(String.valueOf(map.get("openapi"))).matches()
                    && map.get("paths") instanceof Map) {
                return map;
            }
        } catch (JacksonException | YAMLException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new InvalidContractException("is neither YAML nor JSON: " + reason);
        }
        throw new InvalidContractException("is no OpenAPI document of version 3.0 or 3.1 with paths");
    }

    private static byte[] bytes(String location) {
        Resource resource = SCHEME.matcher(location).matches()
                ? new DefaultResourceLoader(ContractReader.class.getClassLoader()).getResource(location)
                : new FileSystemResource(location);
        try {
            return bytes(resource);
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidContractException("cannot be read: " + e.getMessage());
        }
    }

    /** A server that sends slowly or without an end must not hold a start. */
    private static byte[] bytes(Resource resource) throws IOException {
        URLConnection connection = resource.getURL().openConnection();
        connection.setConnectTimeout((int) MAX_TIME.toMillis());
        connection.setReadTimeout((int) MAX_TIME.toMillis());
        connection.setUseCaches(false);
        long end = System.nanoTime() + MAX_TIME.toNanos();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream stream = connection.getInputStream()) {
            byte[] some = new byte[8192];
            for (int count = stream.read(some); count >= 0; count = stream.read(some)) {
                read.write(some, 0, count);
                if (read.size() > MAX_BYTES) {
                    throw new InvalidContractException("is larger than 10 MB");
                }
                if (System.nanoTime() - end > 0) {
                    throw new InvalidContractException("cannot be read within " + MAX_TIME.toSeconds() + " s");
                }
            }
        }
        return read.toByteArray();
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_BYTES);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setAllowDuplicateKeys(false);
        DumperOptions dumper = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(dumper), dumper, options, new TextsOfTimes());
    }

    /** In JSON a time is a text, so it is one in the YAML of an OpenAPI document. */
    private static final class TextsOfTimes extends Resolver {

        @Override
        public void addImplicitResolver(Tag tag, Pattern form, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, form, first, limit);
            }
        }
    }
}
