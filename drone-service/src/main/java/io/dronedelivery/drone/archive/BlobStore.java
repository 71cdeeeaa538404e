package io.dronedelivery.drone.archive;

import com.azure.core.exception.AzureException;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.dronedelivery.drone.archive.ArchiveSettings.BlobSettings;
import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores files as block blobs. Blocks are uploaded as they fill. Readers see new content when the list of blocks is committed. Blob Storage
 * removes uncommitted blocks after a week, so nothing has to be recovered.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/storageservices/put-block-list">Put Block List</a>
 */
final class BlobStore implements ArchiveStore {

    private static final int BLOCK_BYTES = 4 * 1024 * 1024;
    private static final int TRIES = 3;
    private static final Duration TRY_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration FIRST_WAIT = Duration.ofMillis(200);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

    private final BlobSettings settings;
    private final FileNames names;
    private @Nullable BlobContainerClient container;
    /** Whether the container existed and no request has failed since. Used by the archive's thread alone. */
    private boolean present;

    BlobStore(BlobSettings settings, FileNames names) {
        this.settings = settings;
        this.names = names;
    }

    /** Refuses settings that cannot be right. Blob Storage may be unavailable for a while, also at the start, and that is not refused. */
    @Override
    public void open() {
        try {
            container = client();
        } catch (IllegalArgumentException e) {
            throw new RefusedStartException(
                    "Telemetry cannot be archived in Blob Storage: " + e.getMessage(),
                    "Set drone.telemetry.archive.blob.connection-string as the portal shows it, or"
                            + " drone.telemetry.archive.blob.endpoint to https://<account>.blob.core.windows.net.",
                    e);
        }
    }

    private BlobContainerClient client() {
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder()
                .retryOptions(new RequestRetryOptions(
                        RetryPolicyType.EXPONENTIAL, TRIES, TRY_TIMEOUT, FIRST_WAIT, LONGEST_WAIT, null));
        if (settings.connectionString() == null) {
            builder.endpoint(settings.endpoint()).credential(new DefaultAzureCredentialBuilder().build());
        } else {
            builder.connectionString(settings.connectionString());
        }
        return builder.buildClient().getBlobContainerClient(settings.container());
    }

    @Override
    public ArchiveFile create() throws IOException {
        BlobContainerClient into = container;
        if (into == null) {
            throw new IOException("Not opened");
        }
        call(() -> {
            if (!present && !into.existsWithResponse(CALL_TIMEOUT, Context.NONE).getValue()) {
                into.createIfNotExistsWithResponse(null, CALL_TIMEOUT, Context.NONE);
            }
            present = true;
        });
        return new Written(into.getBlobClient(names.next()).getBlockBlobClient());
    }

    @Override
    public void recover() {}

    @Override
    public String place() {
        BlobContainerClient into = container;
        return into == null ? settings.container() : into.getBlobContainerUrl();
    }

    /**
     * Runs a request and turns each of the SDK's unchecked exceptions into an IOException. A timeout is an exception of the JDK. After any
     * failure the next file checks for the container, because it may have been deleted.
     */
    private void call(Runnable request) throws IOException {
        try {
            request.run();
        } catch (AzureException | IllegalStateException e) {
            present = false;
            throw new IOException(e.getMessage(), e);
        }
    }

    private final class Written implements ArchiveFile {

        private final BlockBlobClient blob;
        private final List<String> blocks = new ArrayList<>();
        private byte[] block = new byte[BLOCK_BYTES];
        private int length;

        Written(BlockBlobClient blob) {
            this.blob = blob;
        }

        @Override
        public void write(byte[] bytes, int count) throws IOException {
            for (int taken = 0; taken < count; ) {
                int part = Math.min(count - taken, block.length - length);
                System.arraycopy(bytes, taken, block, length, part);
                taken += part;
                length += part;
                if (length == block.length) {
                    put();
                }
            }
        }

        private void put() throws IOException {
            String id = Base64.getEncoder()
                    .encodeToString("%08d".formatted(blocks.size()).getBytes(StandardCharsets.US_ASCII));
            BinaryData data = BinaryData.fromBytes(Arrays.copyOf(block, length));
            call(() ->
                    blob.stageBlockWithResponse(new BlockBlobStageBlockOptions(id, data), CALL_TIMEOUT, Context.NONE));
            blocks.add(id);
            length = 0;
        }

        @Override
        public void force() throws IOException {
            if (length > 0) {
                put();
            }
            call(() -> blob.commitBlockListWithResponse(
                    new BlockBlobCommitBlockListOptions(blocks), CALL_TIMEOUT, Context.NONE));
        }

        @Override
        public void finish() throws IOException {
            force();
        }

        @Override
        public void discard() {
            block = new byte[0];
        }
    }
}
