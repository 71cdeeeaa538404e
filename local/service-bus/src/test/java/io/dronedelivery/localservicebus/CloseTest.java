package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bus leaves behind that could not go on, or not even begin. */
class CloseTest {
    private static final int MIB = 1024 * 1024;
    /** Together they are more than what a journal holds before it is written anew. */
    private static final int MESSAGES = 4;

    private static final int MESSAGE_BYTES = 16 * MIB;

    @TempDir
    Path directory;

    private void durable(LocalServiceBusOptions options) {
        options.queue("q").maxMessageSize(20 * MIB).dataDirectory(directory);
    }

    private static Set<Thread> loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("local-service-bus"))
                .collect(Collectors.toSet());
    }

    @Test
    void a_bus_whose_journal_cannot_be_written_frees_its_thread_and_its_directory() throws Exception {
        Set<Thread> others = loops();
        LocalServiceBus bus = LocalServiceBus.start(this::durable);
        Set<Thread> own = loops();
        own.removeAll(others);
        assertThat(own).isNotEmpty();
        // Nothing can be written where a directory has the name of the new journal, as when the disk is full.
        Path obstacle = Files.createDirectory(directory.resolve("servicebus.journal.new"));
        try (Clients clients = new Clients(bus::connectionString)) {
            var sender = clients.sender("q");
            for (int i = 1; i < MESSAGES; i++) {
                sender.sendMessage(new ServiceBusMessage(new byte[MESSAGE_BYTES]));
            }
            clients.keep(clients.builder().sender().queueName("q").buildAsyncClient())
                    .sendMessage(new ServiceBusMessage(new byte[MESSAGE_BYTES]))
                    .subscribe(sent -> {}, refused -> {});
            await().atMost(Clients.WAIT).until(() -> bus.stats().entity("q").active() >= MESSAGES);

            assertThatThrownBy(bus::close).hasMessageContaining("the journal in " + directory + " has failed before");
        }
        await().atMost(Clients.WAIT).until(() -> loops().stream().noneMatch(own::contains));
        Files.delete(obstacle);
        try (LocalServiceBus next = LocalServiceBus.start(this::durable)) {
            assertThat(next.stats().entity("q").active()).isGreaterThanOrEqualTo(MESSAGES - 1);
        }
    }

    @Test
    void entities_that_contradict_each_other_leave_no_selector_behind() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        assumeTrue(system instanceof UnixOperatingSystemMXBean, "elsewhere nobody counts open files");
        UnixOperatingSystemMXBean files = (UnixOperatingSystemMXBean) system;
        int attempts = 200;
        long before = files.getOpenFileDescriptorCount();
        for (int i = 0; i < attempts; i++) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> LocalServiceBus.start(o -> o.queue("q", q -> q.forwardTo("nowhere"))))
                    .withMessageContaining("neither a queue nor a topic");
        }
        assertThat(files.getOpenFileDescriptorCount()).isLessThan(before + attempts);
    }
}
