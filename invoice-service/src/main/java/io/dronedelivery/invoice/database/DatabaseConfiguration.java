package io.dronedelivery.invoice.database;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.r2dbc.spi.Option;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayConnectionDetails;
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertyResolver;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DatabaseProperties.class)
class DatabaseConfiguration {

    /** The driver's name for the parameters that a connection is opened with. */
    private static final Option<Object> PARAMETERS = Option.valueOf("options");

    /** Makes an empty {@code spring.r2dbc.properties.options} mean no parameters. The driver would report a parameter without a value. */
    @Bean
    ConnectionFactoryOptionsBuilderCustomizer emptyParametersAreNone() {
        return options -> {
            if ("".equals(options.build().getValue(PARAMETERS))) {
                options.option(PARAMETERS, Map.of());
            }
        };
    }

    /**
     * Two thirds of the connections. A backlog of events would otherwise take all of them, and callers of the API would get 503. The default
     * is that of r2dbc-pool.
     */
    @Bean
    EventShare eventShare(@Value("${spring.r2dbc.pool.max-size:10}") int connections) {
        return new EventShare(Math.max(1, connections * 2 / 3));
    }

    /** Signs in with the identity that Azure gives the service, without a password. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "invoice.database.sign-in", havingValue = "identity")
    static class IdentityConfiguration {

        /** The driver's option for the password. Its value may be a publisher that is subscribed for each connection. */
        private static final Option<Object> PASSWORD = Option.sensitiveValueOf("password");

        @Bean
        DatabaseToken databaseToken(ObjectProvider<TokenCredential> identity) {
            return new DatabaseToken(identity.getIfUnique(() -> new DefaultAzureCredentialBuilder().build()));
        }

        @Bean
        ConnectionFactoryOptionsBuilderCustomizer tokenAsPassword(DatabaseToken token) {
            return options -> options.option(PASSWORD, token.password());
        }

        /** The connection details of the migrations. Migrations open connections only while the application starts. */
        @Bean
        FlywayConnectionDetails migrationsWithToken(DatabaseToken token, Environment environment) {
            return new TokenDetails(token, environment);
        }
    }

    private record TokenDetails(DatabaseToken token, PropertyResolver properties) implements FlywayConnectionDetails {

        @Override
        public String getUsername() {
            return properties.getRequiredProperty("spring.flyway.user");
        }

        @Override
        public String getPassword() {
            return token.now();
        }

        @Override
        public String getJdbcUrl() {
            return properties.getRequiredProperty("spring.flyway.url");
        }
    }
}
