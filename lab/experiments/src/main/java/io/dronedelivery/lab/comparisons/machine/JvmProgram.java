package io.dronedelivery.lab.comparisons.machine;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * What a {@link JvmProcess} runs.
 *
 * @param classPath has {@code main}
 * @param main the name of the class whose method {@code main} is called
 * @param arguments of that method
 */
public record JvmProgram(String classPath, String main, List<String> arguments) {

    /** A class on the class path of this JVM. */
    public static JvmProgram ofClass(String main, List<String> arguments) {
        return new JvmProgram(System.getProperty("java.class.path"), main, arguments);
    }

    /**
     * A runnable jar, also one that {@code java -Djarmode=tools -jar ... extract} has extracted. Of the class path of this JVM it sees only the
     * module of the benchmarks.
     *
     * @throws IOException when it cannot be read or has no main class
     */
    public static JvmProgram ofJar(Path jar, List<String> arguments) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new IOException(jar + " has no main class, so it cannot be run");
            }
            return new JvmProgram(jar.toAbsolutePath() + File.pathSeparator + benchmarks(), main, arguments);
        }
    }

    private static Path benchmarks() throws IOException {
        try {
            return Path.of(JvmProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The benchmarks have no place on the class path", e);
        }
    }
}
