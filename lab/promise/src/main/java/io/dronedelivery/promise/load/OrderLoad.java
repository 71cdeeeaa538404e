package io.dronedelivery.promise.load;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.ServiceInstance;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.load.Ledger.Failure;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/**
 * Clients that ask for deliveries without pause. What gets no answer is repeated with the same key until it gets one; some orders have
 * no key, and some accepted ones are sent once more. The gateways have their turns, as behind a load balancer.
 */
public final class OrderLoad implements AutoCloseable {

    /** Further orders wait when so many have no answer yet. */
    private static final int MOST_UNANSWERED = 48;

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final long REPEAT_AFTER_MS = 400;
    private static final int ONE_IN_SENT_AGAIN = 10;
    private static final int ACCEPTED = 202;
    /** What a gateway that stops says of a request that was on its way (RFC 9110, 15.5.9). */
    private static final int NOT_READ = 408;

    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final ObjectMapper json = new ObjectMapper();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Semaphore unanswered = new Semaphore(MOST_UNANSWERED);
    private final ConcurrentHashMap<Order, String> identifiers = new ConcurrentHashMap<>();
    private final List<URI> deliveries;
    private final AtomicInteger turns = new AtomicInteger();
    private final Ledger ledger;
    private final Random chance;
    private final String run;
    private final String[] headers;
    private int number;
    private volatile boolean paused;

    /**
     * @param urls where deliveries are posted, each in its turn
     * @param run begins every key, so that no two loads share one
     * @param headers of each call: names and values, one after the other
     */
    public OrderLoad(List<String> urls, Ledger ledger, int perSecond, String run, long seed, String... headers) {
        this.deliveries = urls.stream().map(URI::create).toList();
        this.ledger = ledger;
        this.chance = new Random(seed);
        this.run = run;
        this.headers = headers;
        clock.scheduleAtFixedRate(this::next, 0, 1_000_000L / perSecond, TimeUnit.MICROSECONDS);
    }

    public static OrderLoad at(TestCluster cluster, Ledger ledger, int perSecond, String run, long seed) {
        List<String> urls = cluster.instances(ClusterPart.GATEWAY).stream()
                .map(ServiceInstance::url)
                .map(gateway -> gateway + "/api/v1/deliveries")
                .toList();
        return new OrderLoad(urls, ledger, perSecond, run, seed, cluster.headers());
    }

    /** Waits until so many further orders have been sent; how the passing of time is told here. */
    public void awaitSent(int more) {
        int wanted = ledger.sentCount() + more;
        Awaitility.await(more + " further orders").atMost(PATIENCE).until(() -> ledger.sentCount() >= wanted);
    }

    /** Sends no new orders and waits until every one with a key has been answered. */
    public void settle() {
        paused = true;
        Awaitility.await("an answer to every order with a key")
                .atMost(PATIENCE)
                .until(() -> unanswered.availablePermits() == MOST_UNANSWERED);
    }

    /** Sends new orders again. */
    public void goOn() {
        paused = false;
    }

    @Override
    public void close() {
        paused = true;
        clock.shutdownNow();
    }

    private void next() {
        if (paused || !unanswered.tryAcquire()) {
            return;
        }
        Order order = Order.random(chance, run, number++);
        ledger.sent();
        send(order);
    }

    private void send(Order order) {
        URI url = deliveries.get(Math.floorMod(turns.getAndIncrement(), deliveries.size()));
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(order.json()));
        if (headers.length > 0) {
            request.headers(headers);
        }
        order.key().ifPresent(key -> request.header("Idempotency-Key", key));
        long started = System.nanoTime();
        client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).whenComplete((answer, failure) -> {
            if (failure != null) {
                ledger.failed(new Failure(url.toString(), true, started, System.nanoTime(), failure.toString()));
                noAnswer(order);
            } else {
                if (answer.statusCode() != ACCEPTED) {
                    String reason = answer.statusCode() + " " + answer.body();
                    ledger.failed(new Failure(url.toString(), false, started, System.nanoTime(), reason));
                }
                answered(order, answer);
            }
        });
    }

    private void answered(Order order, HttpResponse<String> answer) {
        int status = answer.statusCode();
        if (status == ACCEPTED) {
            accepted(order, deliveryId(answer.body()));
        } else if (status >= 500 || status == 429 || status == NOT_READ) {
            noAnswer(order);
        } else {
            ledger.violation("%s was answered with %d: %s".formatted(order, status, answer.body()));
            unanswered.release();
        }
    }

    private void accepted(Order order, String deliveryId) {
        ledger.accepted(deliveryId, order);
        String before = identifiers.putIfAbsent(order, deliveryId);
        if (before != null && !before.equals(deliveryId)) {
            ledger.violation("%s was accepted as %s and, repeated, as %s".formatted(order, before, deliveryId));
        }
        if (before == null && order.key().isPresent() && order.hashCode() % ONE_IN_SENT_AGAIN == 0) {
            ledger.repeated();
            send(order);
        } else {
            unanswered.release();
        }
    }

    private void noAnswer(Order order) {
        if (order.key().isEmpty()) {
            ledger.unknown(order);
            unanswered.release();
            return;
        }
        ledger.repeated();
        clock.schedule(() -> send(order), REPEAT_AFTER_MS, TimeUnit.MILLISECONDS);
    }

    private String deliveryId(String body) {
        try {
            return json.readTree(body).required("deliveryId").asString();
        } catch (JacksonException | IllegalArgumentException e) {
            ledger.violation("202 without a deliveryId: " + body);
            return "?" + body;
        }
    }
}
