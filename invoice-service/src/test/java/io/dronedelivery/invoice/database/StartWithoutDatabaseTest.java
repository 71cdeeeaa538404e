package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StartWithoutDatabaseTest {

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = TestDatabase.startAskingForPasswords();
        database.execute(
                "CREATE USER biller PASSWORD 'right'",
                "CREATE USER guest PASSWORD 'right'",
                "CREATE USER careful PASSWORD 'right'");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void server_that_is_not_there_is_named_with_its_properties(CapturedOutput output) throws IOException {
        // Bound and not listening: connections are refused, and nobody else gets the port.
        try (Socket refusing = new Socket()) {
            refusing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = refusing.getLocalPort();
            assertStartFails("--invoice.database.port=" + port);

            assertThat(output)
                    .contains("PostgreSQL at localhost:" + port + " is not reachable")
                    .contains("set invoice.database.host and invoice.database.port");
        }
    }

    @Test
    void wrong_password_is_named_with_its_properties(CapturedOutput output) {
        assertStartFails("--invoice.database.username=biller", "--invoice.database.password=wrong");

        assertThat(output)
                .contains("does not let user \"biller\" in")
                .contains("Check invoice.database.username and invoice.database.password")
                .doesNotContain("wrong\"");
    }

    @Test
    void server_that_nobody_vouches_for_gets_no_password(CapturedOutput output) {
        assertStartFails(
                "--invoice.database.username=biller",
                "--invoice.database.password=right",
                "--invoice.database.ssl-mode=verify-full");

        assertThat(output)
                .contains("unable to find valid certification path")
                .contains("where the reason is SSL or a certificate, invoice.database.ssl-mode");
    }

    @Test
    void server_that_wants_encryption_is_told_with_the_property(CapturedOutput output) {
        assertStartFails("--invoice.database.username=careful", "--invoice.database.password=right");

        assertThat(output)
                .contains("does not let user \"careful\" in")
                .contains("no encryption")
                .contains("invoice.database.ssl-mode to verify-full");
    }

    @Test
    void missing_database_is_named_with_its_property(CapturedOutput output) {
        assertStartFails("--invoice.database.name=nowhere");

        assertThat(output).contains("has no database \"nowhere\"").contains("set invoice.database.name");
    }

    @Test
    void missing_right_to_create_tables_is_named_with_its_property(CapturedOutput output) {
        assertStartFails("--invoice.database.username=guest", "--invoice.database.password=right");

        assertThat(output).contains("user \"guest\" may not create the tables").contains("invoice.database.username");
    }

    @Test
    void bad_setting_is_refused_by_its_name(CapturedOutput output) {
        assertStartFails("--invoice.database.statement-timeout=0s", "--invoice.lines.default-limit=0");

        assertThat(output).contains("invoice.database.statement-timeout=0s: must be ");
    }

    private static void assertStartFails(String... settings) {
        assertThatThrownBy(() -> InvoiceServiceApplication.builder()
                        .run(database.arguments(settings))
                        .close())
                .isNotNull();
    }
}
