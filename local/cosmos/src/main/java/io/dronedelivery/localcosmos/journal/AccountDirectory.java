package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Catalogue;
import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localjournal.DirectoryLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Stores an account in a directory, for one process at a time. */
public final class AccountDirectory implements Catalogue, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccountDirectory.class);

    /** A container's file is not compacted below this size while it is in use. */
    private static final long COMPACT_ABOVE_BYTES = 64 * 1024 * 1024;

    private final Path directory;
    private final DirectoryLock lock;
    private final CatalogueFile catalogue;
    private final Map<Integer, ContainerJournal> journals = new ConcurrentHashMap<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(AccountDirectory::daemon);

    private AccountDirectory(Path directory, DirectoryLock lock) {
        this.directory = directory;
        this.lock = lock;
        this.catalogue = new CatalogueFile(directory.resolve("catalogue.json"));
    }

    /**
     * Opens a directory, and creates it if needed.
     *
     * @throws IllegalStateException when another process has it open, or it cannot be used
     */
    public static AccountDirectory open(Path directory) {
        try {
            DirectoryLock lock = DirectoryLock.tryLock(directory);
            if (lock == null) {
                throw new IllegalStateException("The data directory " + directory.toAbsolutePath()
                        + " is in use by another LocalCosmos. Stop it, or choose another directory.");
            }
            return new AccountDirectory(directory, lock);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The data directory " + directory.toAbsolutePath() + " cannot be used: " + e, e);
        }
    }

    /**
     * Fills an empty account with the content of the directory.
     *
     * @throws IllegalStateException when the files cannot be read, or have a container that is no longer accepted
     */
    public void restore(Account account) {
        try {
            catalogue.restore(account, this::journalOf);
            deleteOrphans();
        } catch (IOException | JacksonException | ServiceException e) {
            throw new IllegalStateException(
                    "The data directory " + directory.toAbsolutePath() + " cannot be read: " + e, e);
        }
    }

    @Override
    public void save(Account account) {
        try {
            catalogue.write(account);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    @Override
    public ChangeLog logOf(Container.Identity container) {
        ContainerJournal journal = journalOf(container);
        try {
            journal.openEmpty();
            return journal;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    @Override
    public void drop(Container.Identity container) {
        ContainerJournal journal = journals.remove(container.number());
        if (journal != null) {
            writer.execute(() -> {
                try {
                    journal.delete();
                } catch (IOException e) {
                    log.warn("The journal of the deleted container {} stays behind", container, e);
                }
            });
        }
    }

    /** Writes the pending changes and releases the directory. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(10, TimeUnit.SECONDS)) {
                log.warn("{} took longer than ten seconds to write", directory);
            }
            for (ContainerJournal journal : journals.values()) {
                journal.close();
            }
            lock.close();
        } catch (IOException e) {
            log.warn("The data directory {} was not closed properly", directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "local-cosmos-journal");
        thread.setDaemon(true);
        return thread;
    }

    private ContainerJournal journalOf(Container.Identity container) {
        return journals.computeIfAbsent(
                container.number(),
                number -> new ContainerJournal(directory.resolve(nameOf(number)), writer, COMPACT_ABOVE_BYTES));
    }

    /** The file of a container's journal. */
    static String nameOf(int container) {
        return "container-" + container + ".journal";
    }

    /** Deletes files of containers that the catalogue does not have: the process was killed while it created or deleted them. */
    private void deleteOrphans() throws IOException {
        Set<String> known =
                journals.keySet().stream().map(AccountDirectory::nameOf).collect(Collectors.toSet());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "container-*.journal*")) {
            for (Path file : files) {
                if (!known.contains(file.getFileName().toString())) {
                    log.info("{} belongs to no container and is deleted", file);
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private ServiceException unwritable(IOException cause) {
        return ServiceException.unavailable("The data directory " + directory + " cannot be written: " + cause + ".");
    }
}
