package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFormatTest {
    @TempDir
    private Path directory;

    /** It holds a journal that was written anew, and behind that a batch, two single writes and a deletion. */
    @Test
    void a_data_directory_of_the_first_format_opens_with_all_its_documents() throws IOException {
        for (String name : List.of("catalogue.json", "container-2.journal")) {
            try (InputStream kept = DataFormatTest.class.getResourceAsStream("/first-format/" + name)) {
                Files.copy(kept, directory.resolve(name));
            }
        }

        for (int start = 0; start < 2; start++) {
            try (LocalCosmos cosmos = LocalCosmos.start(o -> o.dataDirectory(directory));
                    CosmosAsyncClient client = Sdk.client(cosmos)) {
                CosmosAsyncContainer flights = client.getDatabase("db").getContainer("flights");
                List<ObjectNode> all = flights.queryItems("SELECT * FROM c ORDER BY c.id", ObjectNode.class)
                        .collectList()
                        .block();
                assertThat(all)
                        .extracting(f -> f.get("id").asText())
                        .startsWith("b-1", "b-2", "f-1", "f-4")
                        .hasSize(4 + start);
                ObjectNode updated = all.get(2);
                flights.replaceItem(
                                updated,
                                "f-1",
                                new PartitionKey("o-17"),
                                new CosmosItemRequestOptions()
                                        .setIfMatchETag(updated.get("_etag").asText()))
                        .block();
                flights.createItem(Sdk.flight("later-" + start, "o-17", 1)).block();
            }
        }
    }
}
