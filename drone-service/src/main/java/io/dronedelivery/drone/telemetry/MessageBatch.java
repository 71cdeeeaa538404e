package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.ArchiveBatch;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Messages of one poll, on their way into the archive. Filled by the thread that polls, then not changed any more.
 *
 * @param lines of all messages
 * @param created when the messages that have a time were created, in microseconds; the first {@code count} of them
 * @param next the offsets to commit when the batch is durable
 * @param epoch of the member when it read them; offsets of an earlier one are not committed
 */
record MessageBatch(
        LineBuffer lines, long[] created, int count, Map<TopicPartition, Long> next, int epoch, BatchOwner owner)
        implements ArchiveBatch {

    /** Gets to know what became of a batch, on the archive's thread. */
    interface BatchOwner {

        void durable(MessageBatch batch);

        void discarded(MessageBatch batch);
    }

    @Override
    public byte[] bytes() {
        return lines.bytes();
    }

    @Override
    public int length() {
        return lines.length();
    }

    @Override
    public int messages() {
        return lines.lines();
    }

    @Override
    public boolean urgent() {
        return false;
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
