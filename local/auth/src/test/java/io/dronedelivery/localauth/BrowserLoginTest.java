package io.dronedelivery.localauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;
import tools.jackson.databind.JsonNode;

/** A person in a browser: login page, code with a proof key, token. */
class BrowserLoginTest {

    private static final String GATEWAY = "http://localhost:18080";
    private static final String REDIRECT = GATEWAY + LocalAuth.SWAGGER_UI_REDIRECT;
    private static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters-as-rfc-7636-wants";

    private static LocalAuth auth;
    /** Keeps its user logged in. */
    private final Form browser = new Form();

    @BeforeAll
    static void start() throws IOException {
        auth = LocalAuth.start(o -> o.redirectUri(REDIRECT));
    }

    @AfterAll
    static void stop() {
        auth.close();
    }

    @Test
    void owner_logs_in_and_swagger_ui_gets_a_token_of_that_owner() throws IOException, InterruptedException {
        String code = codeOf("swagger-ui", "owner-o-17", "openid deliveries.read invoices.read");

        JsonNode answer = exchange(code, VERIFIER).json();
        Jwt token = verified(answer.get("access_token"));

        assertThat(token.getSubject()).isEqualTo("owner-o-17");
        assertThat(token.getClaimAsString("owner")).isEqualTo("o-17");
        assertThat(token.getClaimAsString("client_id")).isEqualTo("swagger-ui");
        assertThat(token.getClaimAsString("scope").split(" ")).contains("deliveries.read", "invoices.read");
        assertThat(token.getAudience()).containsExactly("drone-delivery");
        assertThat(verified(answer.get("id_token")).getAudience()).containsExactly("swagger-ui");
        assertThat(answer.has("refresh_token")).isFalse();
        assertThat(browser.get(auth.issuer() + "/userinfo", "Authorization", "Bearer " + token.getTokenValue())
                        .json()
                        .get("sub")
                        .asString())
                .isEqualTo("owner-o-17");
    }

    @Test
    void operator_may_have_the_rights_of_operators() throws IOException, InterruptedException {
        String code = codeOf("swagger-ui", "operator", "owners.all operations");

        Jwt token = verified(exchange(code, VERIFIER).json().get("access_token"));

        assertThat(token.hasClaim("owner")).isFalse();
        assertThat(token.getClaimAsString("scope")).isEqualTo("operations owners.all");
    }

    @Test
    void owner_cannot_have_the_rights_of_operators() throws IOException, InterruptedException {
        assertThat(authorize("swagger-ui", "owner-o-17", "owners.all")).contains("error=invalid_scope");
    }

    @Test
    void code_is_worth_nothing_without_its_verifier_and_once_it_is_used() throws IOException, InterruptedException {
        String stolen = codeOf("swagger-ui", "owner-o-17", "deliveries.read");
        assertThat(exchange(stolen, "another-verifier-of-at-least-forty-three-characters")
                        .json()
                        .get("error")
                        .asString())
                .isEqualTo("invalid_grant");

        String code = codeOf("swagger-ui", "owner-o-17", "deliveries.read");
        assertThat(exchange(code, VERIFIER).status()).isEqualTo(200);
        assertThat(exchange(code, VERIFIER).json().get("error").asString()).isEqualTo("invalid_grant");
    }

    @Test
    void web_application_with_a_secret_refreshes_its_token() throws IOException, InterruptedException {
        String code = codeOf("web", "owner-o-17", "deliveries.read");
        JsonNode first = browser.post(auth.tokenUrl(), "web", "local", codeFields(code, VERIFIER))
                .json();
        Map<String, String> refresh = Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                first.get("refresh_token").asString());

        JsonNode second = browser.post(auth.tokenUrl(), "web", "local", refresh).json();

        assertThat(verified(second.get("access_token")).getClaimAsString("owner"))
                .isEqualTo("o-17");
        assertThat(browser.post(auth.tokenUrl(), "web", "local", refresh)
                        .json()
                        .get("error")
                        .asString())
                .isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @CsvSource({"owner-o-17, wrong", "stranger, local", "'', ''"})
    void wrong_password_and_strangers_stay_at_the_login(String user, String password)
            throws IOException, InterruptedException {
        browser.get(authorizeUrl("swagger-ui", REDIRECT, "deliveries.read"), "Accept", "text/html");

        assertThat(logIn(user, password).header("location")).endsWith("/login?error");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:18081/swagger-ui/oauth2-redirect.html",
        "http://localhost:18080/elsewhere",
        "https://elsewhere.example/"
    })
    void browser_is_sent_to_no_other_page(String elsewhere) throws IOException, InterruptedException {
        Form.Answer refused =
                browser.get(authorizeUrl("swagger-ui", elsewhere, "deliveries.read"), "Accept", "text/html");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("location")).isEmpty();
    }

    @Test
    void code_without_a_proof_key_is_refused() throws IOException, InterruptedException {
        String url = authorizeUrl("swagger-ui", REDIRECT, "deliveries.read").replaceAll("&code_challenge[^&]*", "");

        assertThat(browser.get(url, "Accept", "text/html").header("location")).contains("error=invalid_request");
    }

    @Test
    void page_of_the_gateway_may_call_the_token_endpoint_and_others_may_not() throws IOException, InterruptedException {
        assertThat(preflight(GATEWAY).header("access-control-allow-origin")).isEqualTo(GATEWAY);
        assertThat(preflight("https://elsewhere.example").status()).isEqualTo(403);
    }

    private Form.Answer preflight(String origin) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(URI.create(auth.tokenUrl()))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization,x-requested-with"));
    }

    private String codeOf(String client, String user, String scope) throws IOException, InterruptedException {
        String location = authorize(client, user, scope);
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(location);
        assertThat(code.find()).as(location).isTrue();
        assertThat(location).startsWith(REDIRECT).contains("state=xyz");
        return code.group(1);
    }

    /** Where the browser is sent in the end. */
    private String authorize(String client, String user, String scope) throws IOException, InterruptedException {
        Form.Answer asked = browser.get(authorizeUrl(client, REDIRECT, scope), "Accept", "text/html");
        if (!asked.header("location").endsWith("/login")) {
            return asked.header("location");
        }
        String back = logIn(user, LocalAuth.WELL_KNOWN_SECRET).header("location");
        return browser.get(back, "Accept", "text/html").header("location");
    }

    private Form.Answer logIn(String user, String password) throws IOException, InterruptedException {
        String page = browser.get(auth.issuer() + "/login").body();
        Matcher csrf = Pattern.compile("name=\"_csrf\" type=\"hidden\" value=\"([^\"]+)\"")
                .matcher(page);
        assertThat(csrf.find()).as(page).isTrue();
        return browser.post(
                auth.issuer() + "/login", Map.of("username", user, "password", password, "_csrf", csrf.group(1)));
    }

    private Form.Answer exchange(String code, String verifier) throws IOException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>(codeFields(code, verifier));
        fields.put("client_id", "swagger-ui");
        return browser.post(auth.tokenUrl(), fields);
    }

    private static Map<String, String> codeFields(String code, String verifier) {
        return Map.of(
                "grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT, "code_verifier", verifier);
    }

    private static String authorizeUrl(String client, String redirect, String scope) {
        return auth.issuer() + "/oauth2/authorize?"
                + Form.encoded(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        client,
                        "redirect_uri",
                        redirect,
                        "scope",
                        scope,
                        "state",
                        "xyz",
                        "code_challenge",
                        challenge(),
                        "code_challenge_method",
                        "S256"));
    }

    private static String challenge() {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Jwt verified(JsonNode token) {
        return JwtDecoders.fromIssuerLocation(auth.issuer()).decode(token.asString());
    }
}
