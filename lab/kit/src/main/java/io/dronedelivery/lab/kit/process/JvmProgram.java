package io.dronedelivery.lab.kit.process;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * @param classPath has {@code main}
 * @param main the name of the class whose method {@code main} is called
 * @param arguments of that method
 */
public record JvmProgram(String classPath, String main, List<String> arguments) {

    public static JvmProgram ofClass(String main, List<String> arguments) {
        return new JvmProgram(System.getProperty("java.class.path"), main, arguments);
    }

    /**
     * A runnable jar, also one that {@code java -Djarmode=tools -jar ... extract} has extracted. Of the class path of this JVM it sees only this
     * module.
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
            return new JvmProgram(jar.toAbsolutePath() + File.pathSeparator + ownClasses(), main, arguments);
        }
    }

    /** Everything after {@code java} that runs it, and ends it with the process that started it. */
    List<String> javaArguments(List<String> jvmFlags) {
        List<String> all = new ArrayList<>(jvmFlags);
        all.addAll(List.of("-cp", classPath, ChildJvm.class.getName(), main));
        all.addAll(arguments);
        return all;
    }

    private static Path ownClasses() throws IOException {
        try {
            return Path.of(JvmProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The lab kit has no place on the class path", e);
        }
    }
}
