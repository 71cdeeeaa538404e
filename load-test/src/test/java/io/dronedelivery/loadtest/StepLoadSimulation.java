package io.dronedelivery.loadtest;

import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.forAll;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.incrementConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Asks a gateway for the invoices of months, with more and more users: a closed model, as in the original's tests. */
public final class StepLoadSimulation extends Simulation {

    private static final Duration THINK_TIME = Duration.ofMillis(200);

    /** While it is going on, users who leave are replaced. */
    private static final Duration INJECTION_ENDS = Duration.ofMillis(500);

    private static final Duration CONNECT_TIME = Duration.ofSeconds(5);

    private static final Duration LAST_ANSWERS = Duration.ofSeconds(65);

    private final Settings settings = Settings.ofSystemProperties();
    private final StepLoadProfile profile = StepLoadProfile.of(settings);
    private final Duration pause = settings.duration("pause", "0ms");
    private final AtomicLong end = new AtomicLong();
    private final OwnerMonths ownerMonths = OwnerMonths.of(settings);

    private final AccessTokens tokens = AccessTokens.of(settings);

    private final String baseUrl = settings.baseUrl("base.url", "http://localhost:8080");

    private final HttpProtocolBuilder protocol = authorized(
            http.baseUrl(baseUrl).acceptHeader("application/json").userAgentHeader("drone-delivery-load-test"));

    private final ChainBuilder invoice = feed(ownerMonths.feeder())
            .exec(http("GET invoice")
                    .get(settings.text("path", "/api/v1/owners/#{ownerId}/invoices/#{year}/#{month}"))
                    .header("X-Load-User", session -> Long.toString(session.userId()))
                    .check(status().is(200))
                    // With an optional part missing the gateway answers 200, too.
                    .checkIf(session -> Boolean.parseBoolean(settings.text("assert.complete", "false")))
                    .then(header("X-Aggregate-Completed").is("true")));

    public StepLoadSimulation() {
        setUp(
                        steady().injectClosed(constantConcurrentUsers(1).during(profile.duration())),
                        steps().injectClosed(
                                        constantConcurrentUsers(0).during(profile.firstStep()),
                                        incrementConcurrentUsers(profile.stepUsers())
                                                .times(profile.steps())
                                                .eachLevelLasting(profile.stepLength())
                                                .startingFrom(profile.stepUsers()),
                                        constantConcurrentUsers(profile.maxUsers())
                                                .during(profile.plateau())))
                .protocols(protocol)
                .maxDuration(profile.duration().plus(LAST_ANSWERS))
                .assertions(
                        global().failedRequests().count().is(0L),
                        forAll().responseTime().percentile(99.0).lt((int)
                                settings.duration("assert.p99", "10s").toMillis()));
    }

    /** Without it, users to whom nobody listens would begin anew as fast as they can until the time is over. */
    @Override
    public void before() {
        URI gateway = URI.create(baseUrl);
        int port = gateway.getPort() >= 0 ? gateway.getPort() : "https".equals(gateway.getScheme()) ? 443 : 80;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(gateway.getHost(), port), (int) CONNECT_TIME.toMillis());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot connect to " + baseUrl + " (" + e
                    + "). Start the gateway, or give its address with -Dbase.url.");
        }
    }

    @Override
    public void after() {
        tokens.close();
    }

    /** With the token that is valid then, in case there is one. */
    private HttpProtocolBuilder authorized(HttpProtocolBuilder plain) {
        return tokens.token() == null ? plain : plain.authorizationHeader(session -> "Bearer " + tokens.token());
    }

    /**
     * Until the time is over, counted from the first user on. Whoever has asked then waits for the answer: a request that was broken off would
     * look like an operation that cost little.
     */
    private boolean isGoingOn() {
        long now = System.nanoTime();
        end.compareAndSet(0, now + profile.duration().plus(INJECTION_ENDS).toNanos());
        return now - end.get() < 0;
    }

    private ScenarioBuilder steady() {
        return scenario("one user")
                .asLongAs(session -> isGoingOn())
                .on(exec(invoice).pause(session -> thinkTime()));
    }

    private ScenarioBuilder steps() {
        return scenario("more users in steps")
                .asLongAs(session -> isGoingOn())
                .on(exec(invoice).pause(pause));
    }

    /** Normally distributed around its mean, as in the original; never negative. */
    private static Duration thinkTime() {
        double factor = 1 + ThreadLocalRandom.current().nextGaussian() / 5;
        return Duration.ofMillis(Math.round(THINK_TIME.toMillis() * Math.max(0, factor)));
    }
}
