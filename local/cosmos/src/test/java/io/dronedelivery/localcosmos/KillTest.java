package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Tag("whole")
class KillTest {
    @TempDir
    private Path directory;

    /** The process that is killed: prints its endpoint and serves. */
    static final class Server {
        public static void main(String[] args) throws InterruptedException {
            LocalCosmos cosmos = LocalCosmos.start(o -> o.partitions(3).dataDirectory(Path.of(args[0])));
            System.out.println(cosmos.endpoint());
            Thread.currentThread().join();
        }
    }

    @Test
    void what_was_answered_survives_the_death_of_the_process() throws IOException, InterruptedException {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> answered = ConcurrentHashMap.newKeySet();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
                CosmosAsyncClient client = client(Objects.requireNonNull(out.readLine()))) {
            CosmosAsyncContainer flights = Sdk.container(client, "/ownerId", 400);
            Flux.range(0, Integer.MAX_VALUE)
                    .flatMap(i -> flights.createItem(Sdk.flight("f-" + i, "o-" + i % 17, 11)), 8)
                    .doOnNext(response ->
                            answered.add(response.getItem().get("id").asText()))
                    .onErrorResume(e -> Mono.empty())
                    .subscribe();
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> answered.size() > 500);
            server.destroyForcibly().waitFor();
        } finally {
            server.destroyForcibly();
        }

        Set<String> before = Set.copyOf(answered);
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o.dataDirectory(directory));
                CosmosAsyncClient client = Sdk.client(cosmos)) {
            String database = client.readAllDatabases().blockFirst().getId();
            assertThat(client.getDatabase(database)
                            .getContainer("flights")
                            .queryItems("SELECT VALUE c.id FROM c", String.class)
                            .toIterable())
                    .containsAll(before);
        }
    }

    private static CosmosAsyncClient client(String endpoint) {
        return new CosmosClientBuilder()
                .endpoint(endpoint)
                .key(LocalCosmosOptions.WELL_KNOWN_KEY)
                .gatewayMode()
                .contentResponseOnWriteEnabled(true)
                .buildAsyncClient();
    }
}
