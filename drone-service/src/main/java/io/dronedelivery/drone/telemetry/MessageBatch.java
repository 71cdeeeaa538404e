package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.ArchiveBatch;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Messages of one poll, on their way into the archive. Filled by the thread that polls, which hands it over to the archive's thread and
 * does not touch it any more.
 */
final class MessageBatch implements ArchiveBatch {

    private static final byte[] NOTHING = {};

    private final int length;
    private final int messages;
    private final long[] created;
    private final int timed;
    private final Map<TopicPartition, Long> next;
    private final int epoch;
    private final Owner owner;
    private byte[] bytes;

    /** Gets to know what became of a batch, on the archive's thread. */
    interface Owner {

        void durable(MessageBatch batch);

        void discarded(MessageBatch batch);
    }

    /**
     * @param lines of all messages
     * @param created when the messages that have a time were created, in microseconds; the first {@code timed} of them
     * @param next the offsets to commit when the batch is durable
     * @param epoch of the member when it read them; offsets of an earlier one are not committed
     */
    MessageBatch(LineBuffer lines, long[] created, int timed, Map<TopicPartition, Long> next, int epoch, Owner owner) {
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
