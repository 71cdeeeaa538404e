package io.dronedelivery.house.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The images that files of the repository name. */
public final class Images {

    private static final Pattern BASE = Pattern.compile("(?m)^(?:# syntax=|FROM |ARG JRE=)(\\w\\S+)");
    private static final Pattern BASE_OF_JIB = Pattern.compile("<image.base>(\\S+)</image.base>");
    private static final Pattern CONTAINER = Pattern.compile("(?m)^\\s*(?:- )?image: (\\S+)$");

    private Images() {}

    /** Those that come from a registry: all but the ones that this repository builds. */
    public static SortedSet<String> foreign() throws IOException {
        SortedSet<String> images = new TreeSet<>();
        ComposeFile.read(Map.of())
                .services()
                .values()
                .forEach(service -> images.add(service.get("image").asString()));
        try (Stream<Path> files = Files.walk(ComposeFile.ROOT.resolve("deploy"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith("Dockerfile")) {
                    add(file, BASE, images);
                } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                    add(file, CONTAINER, images);
                }
            }
        }
        add(ComposeFile.ROOT.resolve("pom.xml"), BASE_OF_JIB, images);
        images.removeIf(image -> image.startsWith("drone-delivery/"));
        return images;
    }

    private static void add(Path file, Pattern pattern, SortedSet<String> images) throws IOException {
        pattern.matcher(Files.readString(file)).results().forEach(found -> images.add(found.group(1)));
    }
}
