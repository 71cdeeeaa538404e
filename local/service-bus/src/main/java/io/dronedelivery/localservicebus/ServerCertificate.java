package io.dronedelivery.localservicebus;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/** A self-signed certificate in a directory, made by the JDK's {@code keytool}: the Java platform has no public API for it. */
final class ServerCertificate {
    private static final String STORE = "key.p12";
    private static final String PEM = "certificate.pem";
    private static final String ALIAS = "bus";
    /** The store is as secret as its file. A store without a password is not for every Java version. */
    private static final String PASSWORD = "local-service-bus";
    /** Some clients refuse longer ones. */
    private static final int DAYS = 397;

    private static final int TIMEOUT_SECONDS = 60;

    private ServerCertificate() {}

    /** @throws IllegalArgumentException when the directory cannot be used, or the certificate not be made */
    static SslContext in(Path directory, String host) {
        try {
            Files.createDirectories(directory);
            Path store = directory.resolve(STORE);
            if (!isUsable(store, host)) {
                make(directory, store, host);
            }
            KeyStore keys = read(store);
            writePem(keys.getCertificate(ALIAS), directory);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, PASSWORD.toCharArray());
            return SslContextBuilder.forServer(factory)
                    .sslProvider(SslProvider.JDK)
                    .build();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "tls: the directory %s cannot be used: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static KeyStore read(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** Whether there is a certificate for the host that does not end within a day. */
    private static boolean isUsable(Path store, String host) throws IOException, GeneralSecurityException {
        if (!Files.exists(store) || !(read(store).getCertificate(ALIAS) instanceof X509Certificate certificate)) {
            return false;
        }
        Date tomorrow = new Date(System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1));
        return certificate.getNotAfter().after(tomorrow)
                && certificate.getSubjectAlternativeNames().stream().anyMatch(name -> name.contains(host));
    }

    /** Made beside its place and moved there, so that no other process finds half of it. */
    private static void make(Path directory, Path store, String host) throws IOException {
        Path fresh = Files.createTempDirectory(directory, "new");
        Path made = fresh.resolve(STORE);
        String names =
                "san=dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1" + (host.equals("localhost") ? "" : ",dns:" + host);
        try {
            run(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=" + host,
                    "-ext",
                    names,
                    "-ext",
                    "eku=serverAuth",
                    "-validity",
                    Integer.toString(DAYS),
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    made.toString(),
                    "-storepass",
                    PASSWORD));
            // Its password is no secret.
            if (!made.toFile().setReadable(false, false) || !made.toFile().setReadable(true, true)) {
                throw new IOException("the file of the key cannot be hidden from other users");
            }
            Files.move(made, store, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
            Files.deleteIfExists(fresh);
        }
    }

    private static void run(List<String> command) throws IOException {
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        keytool.getOutputStream().close();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!keytool.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                keytool.destroyForcibly();
                throw new IOException("keytool failed: " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool was running", e);
        }
    }

    private static void writePem(Certificate certificate, Path directory) throws IOException, GeneralSecurityException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        Files.writeString(
                directory.resolve(PEM), "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n");
    }
}
