package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Which process listens on a port, as far as the operating system tells: on Linux, for processes of the same user. */
final class PortOwner {

    private static final Path PROCESSES = Path.of("/proc");

    /** The columns of {@code /proc/net/tcp}, and its state "listening". */
    private static final int LOCAL_ADDRESS = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";

    private PortOwner() {}

    /** The end of a sentence: {@code " by process 4711, another Drone Delivery"}, or empty when the process is unknown. */
    static String of(int port) {
        try {
            return inode(port).flatMap(PortOwner::process).map(PortOwner::text).orElse("");
        } catch (IOException | UncheckedIOException unknown) {
            return "";
        }
    }

    private static Optional<String> inode(int port) throws IOException {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        for (String table : new String[] {"net/tcp", "net/tcp6"}) {
            Path file = PROCESSES.resolve(table);
            if (!Files.isReadable(file)) {
                continue;
            }
            for (String row : Files.readAllLines(file)) {
                String[] columns = row.trim().split(" +");
                if (columns[STATE].equals(LISTENING) && columns[LOCAL_ADDRESS].endsWith(suffix)) {
                    return Optional.of(columns[INODE]);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<ProcessHandle> process(String inode) {
        String socket = "socket:[" + inode + "]";
        return ProcessHandle.allProcesses()
                .filter(process -> holds(PROCESSES.resolve(process.pid() + "/fd"), socket))
                .findFirst();
    }

    private static boolean holds(Path descriptors, String socket) {
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.anyMatch(descriptor -> isLinkTo(descriptor, socket));
        } catch (IOException | UncheckedIOException endedOrOfAnotherUser) {
            return false;
        }
    }

    private static boolean isLinkTo(Path descriptor, String target) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(target);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    private static String text(ProcessHandle process) {
        String command = process.info().commandLine().orElse("");
        if (command.contains("io.dronedelivery.") || command.contains("local-stack")) {
            return " by process " + process.pid() + ", another Drone Delivery";
        }
        return " by process " + process.pid()
                + process.info()
                        .command()
                        .map(program -> " (" + Path.of(program).getFileName() + ")")
                        .orElse("");
    }
}
