package io.dronedelivery.house.containers;

import static io.dronedelivery.house.containers.ComposeFile.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The images that others make, and those of the profile {@code images} beside those of the Dockerfile. */
class ImagesTest {

    private final String pom = read("pom.xml");
    private final String dockerfile = read("deploy/docker/Dockerfile");

    /** A tag may be given to another image at any time; it is there for people, and for what compares versions. */
    @Test
    void image_of_a_registry_is_named_by_its_version_and_its_digest() throws IOException {
        assertThat(Images.foreign())
                .hasSizeGreaterThanOrEqualTo(11)
                .allSatisfy(image -> assertThat(image).matches("[a-z0-9./-]+:\\S*\\d\\S*@sha256:[0-9a-f]{64}"));
    }

    @Test
    void image_is_the_same_wherever_it_is_named() throws IOException {
        assertThat(Images.foreign()).extracting(image -> image.split(":")[0]).doesNotHaveDuplicates();
    }

    @Test
    void both_have_the_same_base_user_and_helpers() {
        assertThat(pom).contains("<image.base>" + find("ARG JRE=(\\S+)", dockerfile) + "</image.base>");
        assertThat(pom).contains("<user>" + find("(?m)^USER (\\S+)$", dockerfile) + "</user>");
        assertThat(pom).contains("<workingDirectory>" + find("(?m)^WORKDIR (/application)$", dockerfile));
        for (String helper :
                find("<includes>(health-check[^<]*)</includes>", pom).split(",")) {
            assertThat(dockerfile).contains("deploy/docker/" + helper);
            assertThat(ROOT.resolve("deploy/docker/" + helper)).isExecutable();
        }
    }

    @Test
    void both_start_the_jvm_with_the_same_options() {
        assertThat(find("<JAVA_TOOL_OPTIONS>(.*)</JAVA_TOOL_OPTIONS>", pom))
                .isEqualTo(find("ENV JAVA_TOOL_OPTIONS=\"(.*)\"", dockerfile));
        // A jar on a class path cannot say in its manifest that native libraries are loaded, as one that is started
        // can.
        List<String> options = Arrays.asList(
                find("<JDK_JAVA_OPTIONS>(.*)</JDK_JAVA_OPTIONS>", pom).split(" "));
        assertThat(options)
                .startsWith("--enable-native-access=ALL-UNNAMED")
                .endsWith(find("ENV JDK_JAVA_OPTIONS=\"(.*)\"", dockerfile).split(" "));
    }

    @Test
    void there_is_an_image_of_each_module_that_the_dockerfile_is_used_for() throws IOException {
        ComposeFile file = ComposeFile.read(Map.of());
        file.services().values().stream()
                .map(service -> service.at("/build/args/MODULE").asString(""))
                .filter(module -> !module.isEmpty())
                .forEach(module -> {
                    String main = find("<image.main-class>(.*)</image.main-class>", read(module + "/pom.xml"));
                    assertThat(ROOT.resolve(module + "/src/main/java/" + main.replace('.', '/') + ".java"))
                            .exists();
                    assertThat(read(module + "/pom.xml")).contains("<image.skip>false</image.skip>");
                });
    }

    private static String find(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static String read(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
