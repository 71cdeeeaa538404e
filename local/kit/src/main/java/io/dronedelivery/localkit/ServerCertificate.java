package io.dronedelivery.localkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/** A self-signed certificate in a directory, made by the JDK's {@code keytool}: the Java platform has no public API for it. */
public final class ServerCertificate {
    private static final String STORE = "key.p12";
    private static final String PEM = "certificate.pem";
    private static final String LOCK = "lock";
    private static final String ALIAS = "bus";
    /** The store is as secret as its file. A store without a password is not for every Java version. */
    private static final String PASSWORD = "local-service-bus";
    /** Some clients refuse longer ones. */
    private static final int DAYS = 397;

    private static final int TIMEOUT_SECONDS = 60;

    private ServerCertificate() {}

    /**
     * The certificate in the directory, with its key. Without one it is made, for {@code localhost}, the loopback addresses and the host,
     * and {@code certificate.pem} is written for clients. Stand-ins of one directory have the same certificate, also when they start at
     * once.
     *
     * @throws IllegalArgumentException when the directory cannot be used, or has a certificate that has expired or is for other hosts
     */
    public static KeyManagerFactory in(Path directory, String host) {
        try {
            Files.createDirectories(directory);
            KeyStore keys = onlyHere(directory, host);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, PASSWORD.toCharArray());
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "tls: the directory %s cannot be used: %s".formatted(directory, e.getMessage()), e);
        }
    }

    /** One thread of one process at a time: a lock of a file is for processes alone. */
    private static synchronized KeyStore onlyHere(Path directory, String host)
            throws IOException, GeneralSecurityException {
        Path store = directory.resolve(STORE);
        try (FileChannel lock =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.exists(store)) {
                make(directory, store, host);
            }
            KeyStore keys = read(store);
            check(keys.getCertificate(ALIAS), directory, host);
            writePem(keys.getCertificate(ALIAS), directory);
            return keys;
        }
    }

    private static KeyStore read(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    /** A certificate that clients trust is not replaced by itself: they would have to trust the next one, without knowing why. */
    private static void check(Certificate found, Path directory, String host)
            throws GeneralSecurityException, IOException {
        String remedy = "; delete " + directory.resolve(STORE) + " for a new one, which clients then have to trust";
        if (!(found instanceof X509Certificate certificate)) {
            throw new IOException("it has no certificate of a stand-in" + remedy);
        }
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw new IOException("its certificate has expired, " + e.getMessage() + remedy, e);
        }
        if (!isFor(certificate, host)) {
            throw new IOException("its certificate is not for " + host + remedy);
        }
    }

    private static boolean isFor(X509Certificate certificate, String host) throws CertificateParsingException {
        var names = certificate.getSubjectAlternativeNames();
        return names != null && names.stream().anyMatch(name -> name.contains(host));
    }

    /** Made beside its place and moved there, so that a process that ends meanwhile leaves no half of it. */
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
            move(made, store);
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

    /** Clients may read it meanwhile. */
    private static void writePem(Certificate certificate, Path directory) throws IOException, GeneralSecurityException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        String pem = "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
        Path place = directory.resolve(PEM);
        if (Files.exists(place) && Files.readString(place).equals(pem)) {
            return;
        }
        Path made = Files.createTempFile(directory, "new", null);
        try {
            Files.writeString(made, pem);
            if (!made.toFile().setReadable(true, false)) {
                throw new IOException(made + " cannot be made readable for clients");
            }
            move(made, place);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static void move(Path made, Path place) throws IOException {
        Files.move(made, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
