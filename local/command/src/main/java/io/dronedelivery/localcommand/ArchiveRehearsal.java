package io.dronedelivery.localcommand;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a command on free ports and calls each of them once, so that an archive has the classes of a start. Then the JVM ends. */
final class ArchiveRehearsal {

    private static final Pattern PLACE = Pattern.compile("(http|sb)://localhost:(\\d+)");
    private static final long TIMEOUT_SECONDS = 60;
    private static final Map<String, List<String>> ARGUMENTS = Map.of(
            "cosmos", List.of("cosmos", "--port=0"),
            "service-bus", List.of("service-bus", "--port=0", "--management-port=0", "--queue=rehearsal"),
            "blob", List.of("blob", "--port=0"),
            "all",
                    List.of(
                            "all",
                            "--cosmos-port=0",
                            "--service-bus-port=0",
                            "--management-port=0",
                            "--blob-port=0",
                            "--queue=rehearsal"));

    private ArchiveRehearsal() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        String[] arguments = ARGUMENTS.getOrDefault(args[0], List.of()).toArray(String[]::new);
        ReadyLines out = new ReadyLines(args[0].equals("all") ? 3 : 1);
        Thread command = new Thread(
                () -> {
                    LocalCommand.commandLine()
                            .setOut(new PrintWriter(out, true))
                            .execute(arguments);
                    System.exit(1); // it runs until then, unless it cannot start
                },
                "rehearsal");
        command.setDaemon(true);
        command.start();
        if (!out.complete.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            System.exit(1);
        }
        Matcher place = PLACE.matcher(out.toString());
        while (place.find()) {
            call(Integer.parseInt(place.group(2)), place.group(1).equals("http"));
        }
        System.exit(0);
    }

    /** The output of a command, which is complete with a line for each stand-in. */
    private static final class ReadyLines extends StringWriter {
        private final CountDownLatch complete;

        ReadyLines(int count) {
            complete = new CountDownLatch(count);
        }

        /** Once for each line. */
        @Override
        public void flush() {
            complete.countDown();
        }
    }

    private static void call(int port, boolean http) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = http ? "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" : "AMQP\0\1\0\0";
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readNBytes(8);
        }
    }
}
