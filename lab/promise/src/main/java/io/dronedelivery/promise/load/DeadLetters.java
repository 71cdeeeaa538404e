package io.dronedelivery.promise.load;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import io.dronedelivery.promise.cluster.TestCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The dead letters of all services, as operators see them. */
public final class DeadLetters {

    private static final String PATH = "/internal/dead-letters";

    private DeadLetters() {}

    /** @param url of the letter itself */
    public record Letter(String url, String eventId, String reason, String description) {}

    public static List<Letter> of(TestCluster cluster, ClusterPart service) throws IOException, InterruptedException {
        List<Letter> letters = new ArrayList<>();
        String all = cluster.url(service) + PATH;
        for (JsonNode count : read(all, cluster)) {
            if (count.get("waiting").asLong() > 0) {
                String subscription = all + "/" + count.get("subscription").asString();
                for (JsonNode letter :
                        read(subscription + "?limit=100", cluster).get("letters")) {
                    letters.add(new Letter(
                            subscription + "/" + letter.get("id").asString(),
                            letter.get("eventId").asString(),
                            letter.get("reason").asString(),
                            letter.get("description").asString()));
                }
            }
        }
        return letters;
    }

    public static Optional<Letter> find(TestCluster cluster, ClusterPart service, String eventId)
            throws IOException, InterruptedException {
        return of(cluster, service).stream()
                .filter(letter -> letter.eventId().equals(eventId))
                .findFirst();
    }

    /**
     * Has it sent again or discarded, as an operator would.
     *
     * @param what the last segment of the path
     * @return whether it was there and that was done
     */
    public static boolean handled(TestCluster cluster, ClusterPart service, String eventId, String what, String body)
            throws IOException, InterruptedException {
        Optional<Letter> letter = find(cluster, service, eventId);
        return letter.isPresent()
                && Http.post(letter.get().url() + "/" + what, body, cluster.headers())
                                .status()
                        == 200;
    }

    /** What should be there and is not, or is and should not, in words. */
    static List<String> differences(TestCluster cluster, Ledger ledger) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        for (ClusterPart service : ClusterPart.services()) {
            Set<String> missing = new HashSet<>(service == ClusterPart.INVOICE_SERVICE ? ledger.poison() : Set.of());
            for (Letter letter : of(cluster, service)) {
                missing.remove(letter.eventId());
                if (!ledger.poison().contains(letter.eventId())) {
                    differences.add("a dead letter of " + service.label() + " that is no poison: " + letter);
                }
            }
            missing.forEach(id -> differences.add("poison that is no dead letter of " + service.label() + ": " + id));
        }
        return differences;
    }

    private static JsonNode read(String url, TestCluster cluster) throws IOException, InterruptedException {
        HttpAnswer answer = Http.call("GET", url, cluster.headers());
        if (answer.status() != 200) {
            throw new IOException("%s was answered with %d: %s".formatted(url, answer.status(), answer.body()));
        }
        return answer.json();
    }
}
