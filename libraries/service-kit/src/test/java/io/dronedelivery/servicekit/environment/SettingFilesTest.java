package io.dronedelivery.servicekit.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class SettingFilesTest {

    @TempDir
    private Path directory;

    @Test
    void yaml_that_cannot_be_read_is_named_with_its_file_and_place() throws IOException {
        Path file = write("application.yml", "gateway:\n\tjson: {}\n");

        assertThat(WrongSetting.explain(
                        catchThrowable(() -> value(directory.toUri().toString()))))
                .contains(file + "], line 2, column 1: found character ")
                .doesNotContain("\n");
    }

    @Test
    void properties_win_over_yaml_and_yml_over_yaml() throws IOException {
        write("application.yaml", "colour: yellow");
        assertThat(value(directory.toUri().toString())).isEqualTo("yellow");
        write("application.yml", "colour: green");
        assertThat(value(directory.toUri().toString())).isEqualTo("green");
        write("application.properties", "colour=blue");
        assertThat(value(directory.toUri().toString())).isEqualTo("blue");
    }

    @Test
    void file_without_an_end_is_read_as_its_location_says() throws IOException {
        Path file = write("settings", "colour:\n  green\n");

        assertThat(value(file.toUri() + "[.yaml]")).isEqualTo("green");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static @Nullable String value(String location) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.config.location", location)));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return environment.getProperty("colour");
    }
}
