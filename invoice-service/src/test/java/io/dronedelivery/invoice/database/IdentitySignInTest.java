package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import io.dronedelivery.invoice.InvoiceServiceApplication;
import io.dronedelivery.invoice.TestDatabase;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Signing in with a token in place of a password, to a server that asks for it as for any password. */
@ExtendWith(OutputCaptureExtension.class)
class IdentitySignInTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String IDENTITY = "--invoice.database.sign-in=identity";

    private static TestDatabase database;

    private final List<String> scopes = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        database = TestDatabase.startAskingForPasswords();
        database.execute(
                "CREATE USER \"invoice-service\" PASSWORD 'token-of-the-identity'",
                "GRANT CREATE ON SCHEMA public TO \"invoice-service\"");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void token_is_the_password_of_the_migrations_and_of_every_connection_and_is_asked_for_once() {
        try (ConfigurableApplicationContext application = withToken("token-of-the-identity")) {
            Database connections = application.getBean(Database.class);

            assertThat(Flux.range(0, 8)
                            .flatMap(number -> connections.query(
                                    "SELECT current_user::text FROM pg_sleep(0.1)", row -> row.get(0, String.class)))
                            .collectList()
                            .block(TIMEOUT))
                    .hasSize(8)
                    .containsOnly("invoice-service");
            assertThat(scopes).containsExactly("https://ossrdbms-aad.database.windows.net/.default");
        }
    }

    @Test
    void identity_that_is_no_role_of_the_database_is_told_which_one_it_needs(CapturedOutput output) {
        assertThat(catchThrowable(() -> withToken("token-of-somebody-else"))).isNotNull();

        assertThat(output)
                .contains("does not let user \"invoice-service\" in")
                .contains("is a role of the database that was made for this service's identity")
                .doesNotContain("token-of-somebody-else", "\tat ");
    }

    @Test
    void service_without_an_identity_is_told_where_one_comes_from(CapturedOutput output) {
        assertThat(catchThrowable(() -> run(InvoiceServiceApplication.builder())))
                .isNotNull();

        assertThat(output)
                .contains("With invoice.database.sign-in=identity the service signs in to PostgreSQL with its identity")
                .contains("azure.workload.identity/client-id")
                .doesNotContain("\tat ");
    }

    @Test
    void server_without_encryption_is_refused_where_it_is_asked_for(CapturedOutput output) {
        assertThat(catchThrowable(() -> withToken("token-of-the-identity", "--invoice.database.ssl-mode=verify-full")))
                .isNotNull();

        assertThat(output).contains("SSL").contains("invoice.database.ssl-mode").doesNotContain("\tat ");
    }

    @Test
    void key_beside_the_identity_is_refused_in_azure(CapturedOutput output) {
        assertThat(catchThrowable(() -> withToken(
                        "token-of-the-identity", "--spring.profiles.active=azure", "--invoice.database.password=x")))
                .isNotNull();

        assertThat(output).contains("invoice.database.password").contains("service-kit.keys.allowed=true");
    }

    private ConfigurableApplicationContext withToken(String token, String... settings) {
        TokenCredential identity = request -> {
            scopes.addAll(request.getScopes());
            return Mono.just(new AccessToken(token, OffsetDateTime.now().plusHours(1)));
        };
        return run(
                InvoiceServiceApplication.builder()
                        .initializers(context -> ((GenericApplicationContext) context)
                                .registerBean(TokenCredential.class, () -> identity)),
                settings);
    }

    private static ConfigurableApplicationContext run(SpringApplicationBuilder service, String... settings) {
        String[] all = new String[settings.length + 2];
        all[0] = IDENTITY;
        all[1] = "--invoice.database.username=invoice-service";
        System.arraycopy(settings, 0, all, 2, settings.length);
        return service.run(database.arguments(all));
    }
}
