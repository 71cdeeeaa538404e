package io.dronedelivery.lab.kit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmProgramTest {

    @TempDir
    Path directory;

    @Test
    void a_jar_is_run_by_its_main_class_without_the_libraries_of_the_benchmarks() throws IOException {
        Path jar = jar("org.example.Main");

        JvmProgram program = JvmProgram.ofJar(jar, List.of("--server.port=0"));

        assertThat(program.main()).isEqualTo("org.example.Main");
        assertThat(program.arguments()).containsExactly("--server.port=0");
        assertThat(program.classPath().split(File.pathSeparator)).hasSize(2).startsWith(jar.toString());
    }

    @Test
    void a_jar_without_a_main_class_is_refused() throws IOException {
        Path jar = jar(null);

        assertThatIOException()
                .isThrownBy(() -> JvmProgram.ofJar(jar, List.of()))
                .withMessage(jar + " has no main class, so it cannot be run");
    }

    private Path jar(String main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        Path jar = directory.resolve("program.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }
}
