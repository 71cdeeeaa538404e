package io.dronedelivery.localkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificateTest {
    @TempDir
    private Path directory;

    /** Another process. */
    public static final class Maker {
        public static void main(String[] args) {
            ServerCertificate.in(Path.of(args[0]), "localhost");
        }
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    private static Process make(Path directory) throws IOException {
        String classes = Path.of("target", "classes") + java.io.File.pathSeparator + Path.of("target", "test-classes");
        return new ProcessBuilder(java("java"), "-cp", classes, Maker.class.getName(), directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolveSibling("output").toFile())
                .start();
    }

    private String pem() throws IOException {
        return Files.readString(directory.resolve("certificate.pem"));
    }

    @Test
    void stand_ins_that_start_at_once_have_one_certificate() throws Exception {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        List<Process> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(make(shared));
        }
        ServerCertificate.in(shared, "localhost");
        String mine = Files.readString(shared.resolve("certificate.pem"));
        for (Process other : others) {
            assertThat(other.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(other.exitValue())
                    .as(Files.readString(directory.resolve("output")))
                    .isZero();
        }

        ServerCertificate.in(shared, "localhost");

        assertThat(Files.readString(shared.resolve("certificate.pem"))).isEqualTo(mine);
        try (var files = Files.list(shared)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("key.p12", "certificate.pem", "lock");
        }
    }

    @Test
    void expired_certificate_and_one_for_other_hosts_are_named_and_kept() throws Exception {
        Process keytool = new ProcessBuilder(
                        java("keytool"),
                        "-genkeypair",
                        "-alias",
                        "bus",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-startdate",
                        "-3d",
                        "-validity",
                        "1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        directory.resolve("key.p12").toString(),
                        "-storepass",
                        "local-service-bus")
                .start();
        assertThat(keytool.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThatThrownBy(() -> ServerCertificate.in(directory, "localhost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "tls: the directory " + directory + " cannot be used: its certificate has expired, ")
                .hasMessageContaining("; delete " + directory.resolve("key.p12") + " for a new one");

        Files.delete(directory.resolve("key.p12"));
        ServerCertificate.in(directory, "localhost");
        String first = pem();
        assertThatThrownBy(() -> ServerCertificate.in(directory, "bus.test"))
                .hasMessageContaining("its certificate is not for bus.test; delete");
        Files.delete(directory.resolve("certificate.pem"));
        ServerCertificate.in(directory, "localhost");
        assertThat(pem()).isEqualTo(first);
    }

    @Test
    void damaged_store_and_a_file_in_place_of_the_directory_are_named() throws IOException {
        Files.writeString(directory.resolve("key.p12"), "no store");
        assertThatThrownBy(() -> ServerCertificate.in(directory, "localhost"))
                .hasMessageContaining("tls: the directory " + directory + " cannot be used: ");
        assertThatThrownBy(() -> ServerCertificate.in(directory.resolve("key.p12"), "localhost"))
                .hasMessageContaining("key.p12 cannot be used: ");
    }
}
