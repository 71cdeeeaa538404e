package io.dronedelivery.lab.kit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

    @TempDir
    private Path directory;

    @Test
    void folder_that_is_not_there_is_deleted_already() {
        assertThatCode(() -> Folders.delete(directory.resolve("nowhere"))).doesNotThrowAnyException();
    }

    @Test
    void two_threads_may_delete_the_same_folder() throws Exception {
        Path folder = filled();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Boolean> deletion = () -> {
                Folders.delete(folder);
                return true;
            };
            for (Future<Boolean> deleted : threads.invokeAll(List.of(deletion, deletion))) {
                assertThat(deleted.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(folder).doesNotExist();
    }

    private Path filled() throws IOException {
        Path folder = directory.resolve("data");
        for (int topic = 0; topic < 20; topic++) {
            Path files = Files.createDirectories(folder.resolve("topic-" + topic));
            for (int segment = 0; segment < 20; segment++) {
                Files.writeString(files.resolve(segment + ".log"), "messages");
            }
        }
        return folder;
    }
}
