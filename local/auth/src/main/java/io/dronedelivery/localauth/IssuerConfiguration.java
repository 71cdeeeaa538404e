package io.dronedelivery.localauth;

import static org.springframework.security.config.Customizer.withDefaults;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationValidator;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;

/** Configures Spring Authorization Server with our clients, users, keys and claims. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class IssuerConfiguration {

    /** The endpoints of OAuth 2.1 and OpenID Connect. */
    @Bean
    @Order(1)
    SecurityFilterChain protocol(HttpSecurity http, CorsConfigurationSource cors) {
        http.oauth2AuthorizationServer(server -> {
                    http.securityMatcher(server.getEndpointsMatcher());
                    server.oidc(withDefaults())
                            .tokenEndpoint(endpoint -> endpoint.accessTokenRequestConverter(new DefaultScopes()))
                            .authorizationEndpoint(endpoint -> endpoint.authenticationProviders(checkScopesOfUser()));
                })
                .cors(configurer -> configurer.configurationSource(cors))
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                // A browser is sent to the login page. Any other client gets a 401.
                .exceptionHandling(exceptions -> exceptions.defaultAuthenticationEntryPointFor(
                        new LoginUrlAuthenticationEntryPoint("/login"), htmlAlone()));
        return http.build();
    }

    /** The login page, and the preflight requests that a browser sends before a page calls another origin. */
    @Bean
    @Order(2)
    SecurityFilterChain login(HttpSecurity http, CorsConfigurationSource cors) {
        return http.cors(configurer -> configurer.configurationSource(cors))
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .formLogin(withDefaults())
                .build();
    }

    @Bean
    RegisteredClientRepository clients(LocalAuthOptions options) {
        return new Clients(options);
    }

    @Bean
    OAuth2AuthorizationService authorizations() {
        return new RecentAuthorizations();
    }

    /** Verifies the tokens for {@code /userinfo}, which accepts the issuer's own tokens. */
    @Bean
    JwtDecoder jwtDecoder(JWKSource<SecurityContext> keys) {
        return NimbusJwtDecoder.withJwkSource(keys).build();
    }

    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> claims(LocalAuthOptions options, SigningKeys keys) {
        return new AccessTokenClaims(options.audience, keys);
    }

    @Bean
    PasswordEncoder passwords() {
        return new WellKnownSecret();
    }

    @Bean
    UserDetailsService users() {
        return name -> LocalIdentity.named(name)
                .map(caller -> User.withUsername(caller.name())
                        .password(LocalAuth.WELL_KNOWN_SECRET)
                        .authorities(Set.of())
                        .build())
                .orElseThrow(() -> new UsernameNotFoundException(name));
    }

    @Bean
    CorsConfigurationSource origins(LocalAuthOptions options) {
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(options.origins());
        cors.setAllowedMethods(List.of("GET", "POST"));
        cors.addAllowedHeader(CorsConfiguration.ALL);
        return request -> cors;
    }

    private static Consumer<List<AuthenticationProvider>> checkScopesOfUser() {
        return providers -> providers.stream()
                .filter(OAuth2AuthorizationCodeRequestAuthenticationProvider.class::isInstance)
                .map(OAuth2AuthorizationCodeRequestAuthenticationProvider.class::cast)
                .forEach(provider -> provider.setAuthenticationValidator(
                        new OAuth2AuthorizationCodeRequestAuthenticationValidator().andThen(new ScopesOfUser())));
    }

    private static MediaTypeRequestMatcher htmlAlone() {
        MediaTypeRequestMatcher html = new MediaTypeRequestMatcher(MediaType.TEXT_HTML);
        html.setIgnoredMediaTypes(Set.of(MediaType.ALL));
        return html;
    }
}
