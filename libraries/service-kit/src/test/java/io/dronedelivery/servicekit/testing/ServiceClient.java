package io.dronedelivery.servicekit.testing;

import java.time.Duration;
import org.springframework.context.ApplicationContext;
import org.springframework.test.web.reactive.server.WebTestClient;

/** Where a started service is, and a client that waits for its answers with patience. */
public final class ServiceClient {

    /** How long an answer may take, as ISO 8601 and annotations have it: other builds may share the machine. */
    public static final String TIMEOUT = "PT60S";

    private ServiceClient() {}

    /** The service's address, without a slash at its end. */
    public static String baseUrl(ApplicationContext service) {
        return "http://localhost:" + service.getEnvironment().getRequiredProperty("local.server.port");
    }

    /** The status of a GET with an access token. */
    public static int status(WebTestClient service, String path, String token) {
        return service.get()
                .uri(path)
                .headers(headers -> headers.setBearerAuth(token))
                .exchange()
                .expectBody()
                .returnResult()
                .getStatus()
                .value();
    }

    /** Calls the service. */
    public static WebTestClient of(ApplicationContext service) {
        return WebTestClient.bindToServer()
                .baseUrl(baseUrl(service))
                .responseTimeout(Duration.parse(TIMEOUT))
                .build();
    }
}
