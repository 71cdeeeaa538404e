package io.dronedelivery.drone.archive;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches into files, one file at a time, on a separate thread. A batch is durable when its file is complete, or, if it is urgent,
 * when the file was forced. After a failure everything that is not durable is discarded, its owners read it again, and the archive retries
 * after a pause. So a failed write, a failed fsync and a failed rename are one case.
 *
 * <p>Any thread may offer. Files belong to the archive's thread.
 */
public final class Archive implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Archive.class);
    private static final Duration RECOVERY = Duration.ofMinutes(1);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);

    private final ArchiveSettings settings;
    private final ArchiveStore store;
    private final LinkedBlockingQueue<ArchiveBatch> queue = new LinkedBlockingQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicLong archived = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread = new Thread(this::run, "telemetry-archive");
    private volatile @Nullable String trouble;
    private volatile boolean flush;
    private volatile boolean closed;

    // Used by the archive's thread alone.
    /** Each batch is removed before its owner is notified, so that the owner is notified once even if that fails. */
    private final Deque<ArchiveBatch> undurable = new ArrayDeque<>();

    private @Nullable ArchiveFile file;
    private long fileBytes;
    private long fileBegan;
    private boolean urgent;
    private long nextRecovery = System.nanoTime();
    private Duration pause;

    Archive(ArchiveSettings settings, ArchiveStore store) {
        this.settings = settings;
        this.store = store;
        this.pause = settings.firstPause();
    }

    /**
     * Begins to write.
     *
     * @throws RefusedStartException when nothing can be written until a setting is changed
     */
    public void start() {
        store.open();
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Takes a batch, unless the buffer is full or the archive has failed.
     *
     * @return false when the batch was not taken; offer it again later
     */
    public boolean offer(ArchiveBatch batch) {
        if (trouble != null || closed || queuedBytes.get() >= settings.buffer().toBytes()) {
            return false;
        }
        queuedBytes.addAndGet(batch.length());
        queue.add(batch);
        return true;
    }

    /** Ends the file as soon as all batches offered so far are written, without waiting for its size or age. */
    public void flush() {
        flush = true;
    }

    /** Why nothing can be written at the moment, or null when it can. */
    public @Nullable String trouble() {
        return trouble;
    }

    public ArchiveFigures figures() {
        return new ArchiveFigures(
                archived.get(), files.get(), bytes.get(), queuedBytes.get(), failures.get(), store.place());
    }

    private void run() {
        while (!closed || !queue.isEmpty() || file != null) {
            try {
                writeNext();
            } catch (InterruptedException e) {
                log.debug("Interrupted", e);
                return;
            } catch (IOException | RuntimeException e) {
                recoverFrom(e);
            } catch (Throwable error) {
                // Without this thread nothing would be archived any more, and no one would notice.
                trouble = error.toString();
                log.error("An error of the JVM in the thread that archives", error);
                recoverFrom(error);
            }
        }
    }

    private void writeNext() throws IOException, InterruptedException {
        if (file == null && System.nanoTime() - nextRecovery >= 0) {
            nextRecovery = System.nanoTime() + RECOVERY.toNanos();
            store.recover();
        }
        ArchiveBatch batch = queue.poll(waitMillis(), TimeUnit.MILLISECONDS);
        if (batch != null) {
            write(batch);
        }
        if (file == null) {
            flush = flush && !queue.isEmpty();
        } else if (isFull() || isOld() || (flush || closed) && queue.isEmpty()) {
            finish(file);
        } else if (urgent && queue.isEmpty()) {
            force(file);
        }
    }

    /** Short enough to notice {@link #flush} and the end. */
    private long waitMillis() {
        return Math.max(1, Math.min(50, settings.rollInterval().toMillis() / 4));
    }

    private boolean isFull() {
        return fileBytes >= settings.rollSize().toBytes();
    }

    /**
     * Also ends the file while more batches wait. On a slow disk more may always wait, and after a crash everything since the file's begin
     * is read again.
     */
    private boolean isOld() {
        return System.nanoTime() - fileBegan >= settings.rollInterval().toNanos();
    }

    private void write(ArchiveBatch batch) throws IOException {
        queuedBytes.addAndGet(-batch.length());
        undurable.add(batch);
        ArchiveFile current = file;
        if (current == null) {
            current = store.create();
            file = current;
            fileBytes = 0;
            fileBegan = System.nanoTime();
        }
        current.write(batch.bytes(), batch.length());
        fileBytes += batch.length();
        batch.written();
        urgent |= batch.urgent();
    }

    private void force(ArchiveFile current) throws IOException {
        current.force();
        settle();
    }

    private void finish(ArchiveFile current) throws IOException {
        flush = flush && !queue.isEmpty();
        current.finish();
        file = null;
        files.incrementAndGet();
        settle();
    }

    private void settle() {
        urgent = false;
        pause = settings.firstPause();
        for (ArchiveBatch batch = undurable.poll(); batch != null; batch = undurable.poll()) {
            archived.addAndGet(batch.messages());
            bytes.addAndGet(batch.length());
            batch.durable();
        }
    }

    /** No batch is taken during the recovery, so none that was offered after a discarded one stays. */
    private void recoverFrom(Throwable failure) {
        failures.incrementAndGet();
        trouble = failure.toString();
        log.warn("Telemetry cannot be archived in {}; tried again in {}: {}", store.place(), pause, failure.toString());
        ArchiveFile current = file;
        file = null;
        urgent = false;
        if (current != null) {
            current.discard();
        }
        for (ArchiveBatch left = queue.poll(); left != null; left = queue.poll()) {
            queuedBytes.addAndGet(-left.length());
            undurable.add(left);
        }
        for (ArchiveBatch batch = undurable.poll(); batch != null; batch = undurable.poll()) {
            tellDiscarded(batch);
        }
        waitBeforeRetry();
        trouble = null;
    }

    /** Part of the thread's recovery from a failure, so no failure may leave it. */
    private static void tellDiscarded(ArchiveBatch batch) {
        try {
            batch.discarded();
        } catch (Throwable failure) {
            log.error("Nobody could be told that messages are not archived", failure);
        }
    }

    private void waitBeforeRetry() {
        long end = System.nanoTime() + pause.toNanos();
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(settings.longestPause()) < 0 ? doubled : settings.longestPause();
        while (!closed && System.nanoTime() - end < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(Math.min(20, settings.firstPause().toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Writes the offered batches, completes the file, and ends. Batches that cannot be written in time are lost with the process. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
