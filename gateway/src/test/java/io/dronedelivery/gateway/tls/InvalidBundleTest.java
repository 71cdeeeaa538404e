package io.dronedelivery.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.gateway.GatewayApplication;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A gateway does not start with certificates that no connection could use, and says what is wrong. */
@ExtendWith(OutputCaptureExtension.class)
class InvalidBundleTest {

    private static final String PEM = "spring.ssl.bundle.pem.files.";
    private static final String JKS = "spring.ssl.bundle.jks.store.";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "filse    | gateway.backends.drone.ssl.bundle | is no SSL bundle; did you mean files?",
                "elsewhere| gateway.backends.drone.ssl.bundle | is no SSL bundle; the bundles are expired, files, old-issuer, other-key, store, trust",
                "expired  | gateway.backends.drone.ssl.bundle | has the certificate 'CN=drone.test', which expired at 20",
                "other-key| gateway.backends.drone.ssl.bundle | has a private key that is not that of its certificate",
                "store    | gateway.backends.drone.ssl.bundle | keystore password was incorrect",
                "trust    | server.ssl.bundle                 | has no private key, which a server needs",
                "filse    | server.ssl.bundle                 | is no SSL bundle; did you mean files?",
                "old-issuer | gateway.backends.drone.ssl.bundle | has the certificate 'CN=drone.test', which expired at 20",
                "expired  | management.server.ssl.bundle      | has the certificate 'CN=drone.test', which expired at 20",
            })
    void a_bundle_that_cannot_be_used_is_named(String bundle, String property, String reason, CapturedOutput output)
            throws Exception {
        start(List.of("gateway.backends.drone.base-url=https://drone.test", property + "=" + bundle));

        assertThat(output)
                .contains("The gateway cannot start with these settings:")
                .contains(property + " = " + bundle)
                .contains(reason)
                .doesNotContain("\tat io.dronedelivery");
    }

    @Test
    void a_bundle_of_a_backend_without_tls_is_named(CapturedOutput output) throws Exception {
        start(List.of("gateway.backends.drone.base-url=http://drone.test", "gateway.backends.drone.ssl.bundle=files"));

        assertThat(output)
                .contains("gateway.backends.drone.ssl.bundle = files")
                .contains("has no effect, because base-url is not https");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void a_file_that_is_not_there_is_named(boolean watched, CapturedOutput output) throws Exception {
        start(List.of(
                PEM + "reload-on-update=" + watched,
                PEM + "keystore.certificate=file:" + folder.resolve("none.crt"),
                "gateway.backends.drone.base-url=https://drone.test",
                "gateway.backends.drone.ssl.bundle=files"));

        assertThat(output)
                .contains("The gateway cannot start with these settings:")
                .contains("none.crt")
                .doesNotContain("\tat io.dronedelivery");
    }

    @Test
    void a_wrong_password_of_a_private_key_is_named(CapturedOutput output) throws Exception {
        start(List.of(
                JKS + "key.password=another",
                JKS + "keystore.password=secret",
                "gateway.backends.drone.base-url=https://drone.test",
                "gateway.backends.drone.ssl.bundle=store"));

        assertThat(output)
                .contains("gateway.backends.drone.ssl.bundle = store")
                .contains("cannot be used: ")
                .doesNotContain("\tat io.dronedelivery");
    }

    private void start(List<String> more) throws Exception {
        TestAuthority authority = new TestAuthority();
        X509Bundle valid = authority.issue("drone.test");
        X509Bundle expired = authority.issue("drone.test", Instant.now().minus(Duration.ofDays(1)));
        authority.publish(folder, valid);
        Path store = TestAuthority.keyStore(folder.resolve("store.p12"), valid, "secret");
        Path old = Files.writeString(folder.resolve("old.crt"), expired.getCertificatePathPEM());
        Path expiredOnly = Files.writeString(folder.resolve("old-ca.crt"), expired.getCertificatePEM());
        Path oldKey = Files.writeString(folder.resolve("old.key"), expired.getPrivateKeyPEM());
        List<String> settings = new ArrayList<>(List.of(
                PEM + "keystore.private-key=file:" + folder.resolve("tls.key"),
                JKS + "keystore.location=file:" + store,
                JKS + "keystore.type=PKCS12",
                "spring.ssl.bundle.pem.trust.truststore.certificate=file:" + folder.resolve("ca.crt"),
                "spring.ssl.bundle.pem.expired.keystore.certificate=file:" + old,
                "spring.ssl.bundle.pem.old-issuer.truststore.certificate=file:" + expiredOnly,
                "spring.ssl.bundle.pem.expired.keystore.private-key=file:" + oldKey,
                "spring.ssl.bundle.pem.other-key.keystore.certificate=file:" + folder.resolve("tls.crt"),
                "spring.ssl.bundle.pem.other-key.keystore.private-key=file:" + oldKey,
                "server.port=0",
                "management.server.port=0"));
        settings.addAll(more);
        if (more.stream().noneMatch(setting -> setting.startsWith(PEM + "keystore.certificate"))) {
            settings.add(PEM + "keystore.certificate=file:" + folder.resolve("tls.crt"));
        }
        if (more.stream().noneMatch(setting -> setting.startsWith(JKS + "keystore.password"))) {
            settings.add(JKS + "keystore.password=wrong");
        }

        Throwable failure = catchThrowable(() -> GatewayApplication.builder()
                .run(settings.stream().map(setting -> "--" + setting).toArray(String[]::new))
                .close());

        assertThat(failure).isNotNull();
    }
}
