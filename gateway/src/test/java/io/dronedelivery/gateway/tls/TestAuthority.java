package io.dronedelivery.gateway.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** An issuer of certificates, with files as a secret volume of Kubernetes has them: a link to a folder is replaced, not a file. */
final class TestAuthority {

    private static final String LINK = "..data";

    private final X509Bundle root;

    TestAuthority() throws Exception {
        root = new CertificateBuilder()
                .subject("CN=Test CA")
                .notAfter(Instant.now().plus(Duration.ofDays(90)))
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    X509Bundle root() {
        return root;
    }

    /** A certificate for a host, valid now. */
    X509Bundle issue(String host) throws Exception {
        return issue(host, Instant.now().plus(Duration.ofDays(30)));
    }

    X509Bundle issue(String host, Instant end) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + host)
                .addSanDnsName(host)
                .notBefore(end.minus(Duration.ofDays(60)))
                .notAfter(end)
                .buildIssuedBy(root);
    }

    /** The files {@code ca.crt}, {@code tls.crt} and {@code tls.key} of a folder; those that were there are replaced at the same moment. */
    void publish(Path folder, X509Bundle certificate) throws IOException {
        publish(folder, certificate.getCertificatePathPEM(), certificate.getPrivateKeyPEM());
    }

    void publish(Path folder, String certificate, String key) throws IOException {
        Path version = Files.createTempDirectory(folder, "..version");
        Files.writeString(version.resolve("ca.crt"), root.getCertificatePEM());
        Files.writeString(version.resolve("tls.crt"), certificate);
        Files.writeString(version.resolve("tls.key"), key);
        Path next = folder.resolve("..next");
        Files.createSymbolicLink(next, version.getFileName());
        Files.move(next, folder.resolve(LINK), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        for (String name : List.of("ca.crt", "tls.crt", "tls.key")) {
            if (!Files.exists(folder.resolve(name))) {
                Files.createSymbolicLink(folder.resolve(name), Path.of(LINK, name));
            }
        }
    }

    /** A keystore with a certificate and its key. */
    static Path keyStore(Path file, X509Bundle certificate, String password) throws Exception {
        try (OutputStream out = Files.newOutputStream(file)) {
            certificate.toKeyStore(password.toCharArray()).store(out, password.toCharArray());
        }
        return file;
    }

    /** The settings of a bundle of that folder's files. */
    static List<String> bundle(String name, Path folder) {
        String pem = "spring.ssl.bundle.pem." + name + ".";
        return List.of(
                pem + "reload-on-update=true",
                pem + "truststore.certificate=file:" + folder.resolve("ca.crt"),
                pem + "keystore.certificate=file:" + folder.resolve("tls.crt"),
                pem + "keystore.private-key=file:" + folder.resolve("tls.key"),
                "spring.ssl.bundle.watch.file.quiet-period=20ms");
    }
}
