package io.dronedelivery.house.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A Java client that openapi-generator makes of the gateway's OpenAPI document. */
public final class GeneratedClient implements AutoCloseable {

    private static final Path PROGRAM = Path.of("src/test/client/ReadAggregates.java");

    private final URLClassLoader classes;

    private GeneratedClient(URLClassLoader classes) {
        this.classes = classes;
    }

    /**
     * Generates and compiles it.
     *
     * @param directory for its files
     */
    public static GeneratedClient of(Path directory, String document) throws IOException, InterruptedException {
        Path api = Files.writeString(directory.resolve("api.json"), document);
        generate(api, directory.resolve("client"), directory.resolve("generator.log"));
        Path compiled = directory.resolve("classes");
        compile(directory.resolve("client/src/main/java"), compiled);
        return new GeneratedClient(
                new URLClassLoader(new URL[] {compiled.toUri().toURL()}, GeneratedClient.class.getClassLoader()));
    }

    private static void generate(Path api, Path client, Path log) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                System.getProperty("openapi-generator.jar"),
                "generate",
                "--generator-name=java",
                "--library=native",
                "--input-spec=" + api,
                "--output=" + client,
                "--api-package=client.api",
                "--model-package=client.model",
                "--invoker-package=client",
                "--additional-properties=openApiNullable=false,useJakartaEe=true",
                "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(() -> text(log)).isZero();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                PROGRAM.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(result).as(() -> errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** What the members of the sample's aggregates have, see {@code src/test/client}. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> read(
            String gateway, String token, String ownerId, long year, long month, String deliveryId)
            throws ReflectiveOperationException {
        return (Map<String, Object>) classes.loadClass("ReadAggregates")
                .getMethod("read", String.class, String.class, String.class, long.class, long.class, String.class)
                .invoke(null, gateway, token, ownerId, year, month, deliveryId);
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
