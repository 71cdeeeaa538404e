package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.ArchiveBatch;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Messages of one poll on their way into the archive. The polling thread fills it, hands it over to the archive's thread and does not use
 * it any more.
 */
final class MessageBatch implements ArchiveBatch {

    private static final byte[] NOTHING = {};

    private final int length;
    private final int messages;
    private final long[] created;
    private final int timed;
    private final Map<TopicPartition, Long> next;
    private final int epoch;
    private final BatchOwner owner;
    private byte[] bytes;

    /** Is notified of the result of a batch, on the archive's thread. */
    interface BatchOwner {

        void durable(MessageBatch batch);

        void discarded(MessageBatch batch);
    }

    /**
     * @param lines of all messages
     * @param created times of creation in microseconds; only the first {@code timed} of them count
     * @param next the offsets to commit when the batch is durable
     * @param epoch of the member at the read; offsets of an earlier epoch are not committed
     */
    MessageBatch(
            LineBuffer lines, long[] created, int timed, Map<TopicPartition, Long> next, int epoch, BatchOwner owner) {
        this.bytes = lines.bytes();
        this.length = lines.length();
        this.messages = lines.lines();
        this.created = created;
        this.timed = timed;
        this.next = next;
        this.epoch = epoch;
        this.owner = owner;
    }

    long[] created() {
        return created;
    }

    int timed() {
        return timed;
    }

    Map<TopicPartition, Long> next() {
        return next;
    }

    int epoch() {
        return epoch;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public int messages() {
        return messages;
    }

    @Override
    public boolean urgent() {
        return false;
    }

    @Override
    public void written() {
        bytes = NOTHING;
    }

    @Override
    public void durable() {
        owner.durable(this);
    }

    @Override
    public void discarded() {
        owner.discarded(this);
    }
}
