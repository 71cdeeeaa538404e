package io.dronedelivery.framework6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.springframework.util.concurrent.FailureCallback;
import org.springframework.util.concurrent.ListenableFutureCallback;
import org.springframework.util.concurrent.SuccessCallback;

/** The binder that is on the class path, as it was published. The other tests of this module use it. */
class BinderTest {

    private static final String USER_OF_THE_CALLBACKS =
            "com.azure.spring.integration.core.handler.DefaultMessageHandler";

    @Test
    void binder_still_names_the_callbacks() throws IOException {
        String removed = ListenableFutureCallback.class.getName().replace('.', '/');

        assertThat(classesThatName(removed))
                .as("classes of the binder that name %s; when there are none, these types can go", removed)
                .isNotEmpty();
    }

    @Test
    void what_names_them_links() {
        assertThatCode(() -> Class.forName(USER_OF_THE_CALLBACKS).getDeclaredMethods())
                .doesNotThrowAnyException();
    }

    @Test
    void spring_does_not_have_them_any_more() {
        assertThat(List.of(ListenableFutureCallback.class, SuccessCallback.class, FailureCallback.class))
                .allSatisfy(callback -> assertThat(getClass()
                                .getClassLoader()
                                .resources(callback.getName().replace('.', '/') + ".class"))
                        .hasSize(1));
    }

    private static List<String> classesThatName(String type) throws IOException {
        List<String> found = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            if (jar.getFileName().toString().matches("spring-.*azure.*\\.jar")) {
                found.addAll(classesThatName(type, jar));
            }
        }
        return found;
    }

    private static List<String> classesThatName(String type, Path jar) throws IOException {
        List<String> found = new ArrayList<>();
        try (JarFile classes = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(classes.entries())) {
                // A class file has the names of the types it uses as text.
                byte[] bytes = classes.getInputStream(entry).readAllBytes();
                if (new String(bytes, StandardCharsets.ISO_8859_1).contains(type)) {
                    found.add(entry.getName());
                }
            }
        }
        return found;
    }
}
