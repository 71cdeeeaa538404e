package io.dronedelivery.localblob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the unmodified SDK. */
class LocalBlobTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final LocalBlob storage = LocalBlob.start(o -> o.capacity(1_000_000));
    private final BlobServiceClient client =
            builder().connectionString(storage.connectionString()).buildClient();
    private final BlobContainerClient container = client.getBlobContainerClient("telemetry");

    @AfterEach
    void stop() {
        storage.close();
    }

    /** Failures are told at once. */
    private static BlobServiceClientBuilder builder() {
        return new BlobServiceClientBuilder()
                .retryOptions(new RequestRetryOptions(RetryPolicyType.FIXED, 1, TIMEOUT, null, null, null));
    }

    private static String id(int number) {
        return Base64.getEncoder().encodeToString("%04d".formatted(number).getBytes(StandardCharsets.US_ASCII));
    }

    private static void put(BlockBlobClient blob, int number, String content) {
        blob.stageBlockWithResponse(
                new BlockBlobStageBlockOptions(id(number), BinaryData.fromString(content)), TIMEOUT, null);
    }

    private BlockBlobClient blob(String name) {
        container.createIfNotExists();
        return container.getBlobClient(name).getBlockBlobClient();
    }

    @Test
    void a_blob_is_what_its_list_of_blocks_says() {
        BlockBlobClient blob = blob("date=2026-11-22/a b+ü.jsonl");
        put(blob, 1, "one\n");
        put(blob, 2, "two\n");
        put(blob, 3, "three\n");
        assertThat(blob.exists()).isFalse();

        blob.commitBlockList(List.of(id(2), id(1)), true);

        assertThat(blob.downloadContent()).hasToString("two\none\n");
        assertThat(blob.getProperties().getBlobSize()).isEqualTo(8);
    }

    @Test
    void a_list_may_go_on_with_blocks_that_were_committed() {
        BlockBlobClient blob = blob("a");
        put(blob, 1, "one\n");
        blob.commitBlockList(List.of(id(1)), true);
        put(blob, 2, "two\n");

        blob.commitBlockList(List.of(id(1), id(2)), true);

        assertThat(blob.downloadContent()).hasToString("one\ntwo\n");
    }

    @Test
    void a_list_with_a_block_that_is_not_there_changes_nothing() {
        BlockBlobClient blob = blob("a");
        put(blob, 1, "one\n");
        blob.commitBlockList(List.of(id(1)), true);

        assertRefused(() -> blob.commitBlockList(List.of(id(1), id(7)), true), 400, BlobErrorCode.INVALID_BLOCK_LIST);
        assertThat(blob.downloadContent()).hasToString("one\n");
    }

    @Test
    void a_blob_is_not_replaced_unless_that_is_wanted() {
        BlockBlobClient blob = blob("a");
        put(blob, 1, "one\n");
        blob.commitBlockList(List.of(id(1)));
        put(blob, 1, "other\n");

        assertRefused(() -> blob.commitBlockList(List.of(id(1))), 409, BlobErrorCode.BLOB_ALREADY_EXISTS);
        assertThat(blob.downloadContent()).hasToString("one\n");
    }

    @Test
    void blobs_are_listed_by_prefix_page_by_page() {
        for (int number = 1; number <= 5; number++) {
            BlockBlobClient blob = blob("day/" + number);
            put(blob, 1, "x");
            blob.commitBlockList(List.of(id(1)));
        }
        put(blob("day/6-uncommitted"), 1, "x");
        put(blob("other"), 1, "x");

        assertThat(container.listBlobs(new ListBlobsOptions().setPrefix("day/").setMaxResultsPerPage(2), TIMEOUT))
                .extracting(BlobItem::getName)
                .containsExactly("day/1", "day/2", "day/3", "day/4", "day/5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "x"})
    void a_page_has_at_least_one_blob(String most) {
        put(blob("a"), 1, "x");

        assertInvalid(
                HttpMethod.GET, "/telemetry?restype=container&comp=list&maxresults=" + most, "maxresults must be");
    }

    @Test
    void a_name_that_no_listing_could_have_is_refused() {
        assertNotModelled(() -> put(blob("a\u0001b"), 1, "x"), "names with characters that XML does not have");

        assertThat(container.listBlobs()).isEmpty();
    }

    @Test
    void a_refusal_is_xml_whatever_it_quotes() {
        container.create();

        assertInvalid(HttpMethod.PUT, "/telemetry/a?comp=block&blockid=%01", "blockid must be Base64, not ?");
    }

    @Test
    void a_part_of_a_blob_is_read() {
        BlockBlobClient blob = blob("a");
        put(blob, 1, "0123456789");
        blob.commitBlockList(List.of(id(1)));
        ByteArrayOutputStream part = new ByteArrayOutputStream();

        blob.downloadStreamWithResponse(part, new BlobRange(2, 3L), null, null, false, TIMEOUT, null);

        assertThat(part).hasToString("234");
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertThat(container.exists()).isFalse();
        BlockBlobClient blob = container.getBlobClient("a").getBlockBlobClient();
        assertRefused(() -> put(blob, 1, "x"), 404, BlobErrorCode.CONTAINER_NOT_FOUND);
        container.create();
        assertRefused(container::create, 409, BlobErrorCode.CONTAINER_ALREADY_EXISTS);
        assertRefused(blob::downloadContent, 404, BlobErrorCode.BLOB_NOT_FOUND);
    }

    @Test
    void a_container_goes_with_what_is_in_it_and_leaves_its_room() {
        BlockBlobClient before = blob("a");
        put(before, 1, "x".repeat(900_000));
        before.commitBlockList(List.of(id(1)));
        put(before, 2, "uncommitted");

        container.delete();

        assertThat(container.exists()).isFalse();
        assertRefused(container::delete, 404, BlobErrorCode.CONTAINER_NOT_FOUND);
        assertRefused(() -> put(before, 1, "x"), 404, BlobErrorCode.CONTAINER_NOT_FOUND);
        BlockBlobClient after = blob("a");
        assertThat(after.exists()).isFalse();
        put(after, 1, "x".repeat(900_000));
    }

    @Test
    void another_key_is_refused() {
        String wrong = Base64.getEncoder().encodeToString("wrong".getBytes(StandardCharsets.US_ASCII));
        BlobContainerClient stranger = builder()
                .endpoint(storage.endpoint())
                .credential(new StorageSharedKeyCredential(LocalBlob.ACCOUNT, wrong))
                .buildClient()
                .getBlobContainerClient("telemetry");

        assertRefused(stranger::create, 403, BlobErrorCode.AUTHENTICATION_FAILED);
    }

    @Test
    void a_request_without_a_signature_is_refused() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(storage.endpoint() + "/telemetry?restype=container"))
                .header("x-ms-version", "2025-01-05")
                .timeout(TIMEOUT)
                .build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("<Code>AuthenticationFailed</Code>");
    }

    @Test
    void what_is_not_modelled_is_refused_by_name() {
        BlockBlobClient blob = blob("a");

        assertNotModelled(() -> blob.upload(BinaryData.fromString("x")), "Put Blob");
        assertNotModelled(blob::delete, "Delete Blob");
        assertNotModelled(() -> container.listBlobsByHierarchy("day/").forEach(item -> {}), "delimiter");
        assertNotModelled(client::getProperties, "operations of the account");
    }

    @Test
    void what_there_is_no_room_for_is_refused() {
        BlockBlobClient blob = blob("a");
        put(blob, 1, "x".repeat(900_000));

        assertRefused(() -> put(blob, 2, "x".repeat(200_000)), 503, BlobErrorCode.SERVER_BUSY);
    }

    @Test
    void an_outage_is_told_and_over_when_it_ends() {
        storage.available(false);
        assertRefused(container::create, 503, BlobErrorCode.SERVER_BUSY);

        storage.available(true);
        container.create();

        assertThat(container.exists()).isTrue();
    }

    /** As the SDK would send it, if it could. */
    private void assertInvalid(HttpMethod method, String pathAndQuery, String message) {
        com.azure.core.http.HttpRequest request = new com.azure.core.http.HttpRequest(
                        method, storage.endpoint() + pathAndQuery)
                .setHeader(HttpHeaderName.fromString("x-ms-version"), "2025-01-05")
                .setHeader(HttpHeaderName.CONTENT_LENGTH, "0");
        try (com.azure.core.http.HttpResponse answer = client.getHttpPipeline().sendSync(request, Context.NONE)) {
            assertThat(answer.getStatusCode()).isEqualTo(400);
            assertThat(answer.getBodyAsBinaryData().toString()).contains("<Message>" + message);
        }
    }

    private static void assertNotModelled(Runnable call, String name) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BlobStorageException.class,
                        refused -> assertThat(refused.getStatusCode()).isEqualTo(501))
                .hasMessageContaining(name);
    }

    private static void assertRefused(Runnable call, int status, BlobErrorCode code) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(BlobStorageException.class, refused -> {
            assertThat(refused.getStatusCode()).isEqualTo(status);
            assertThat(refused.getErrorCode()).isEqualTo(code);
        });
    }
}
