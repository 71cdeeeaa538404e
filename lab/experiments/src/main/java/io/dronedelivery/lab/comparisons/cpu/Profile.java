package io.dronedelivery.lab.comparisons.cpu;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.kit.process.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the Java code of a process spends its CPU, from Flight Recorder's samples. Time inside system calls, the garbage
 * collector and the compilers is not in it.
 *
 * @param samples number of stacks
 * @param libraries samples by the library that is to account for them
 * @param classes the same by class
 * @param executing samples by executing method
 * @param onStack samples by method that is anywhere on the stack
 */
record Profile(
        int samples,
        Map<String, Integer> libraries,
        Map<String, Integer> classes,
        Map<String, Integer> executing,
        Map<String, Integer> onStack) {

    /** Deep enough to distinguish stacks down to the server's event loop. */
    static final String JVM_FLAG = "-XX:FlightRecorderOptions=stackdepth=256";

    /** Work in the JDK, in reactor-core's operators and in anything not named here is its caller's to account for. */
    private static final List<String> LIBRARIES = List.of(
            "io.dronedelivery",
            "io.github.resilience4j",
            "io.micrometer",
            "org.springframework",
            "tools.jackson",
            "reactor.netty",
            "io.netty");

    /** Starts a recording that ends with {@link #stop}. */
    static void start(long pid, Path recording) throws IOException, InterruptedException {
        jcmd(pid, "JFR.start", "name=benchmark", "settings=profile", "filename=" + recording);
    }

    static void stop(long pid) throws IOException, InterruptedException {
        jcmd(pid, "JFR.stop", "name=benchmark");
    }

    private static void jcmd(long pid, String... arguments) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        List<String> command = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
        command.addAll(List.of(arguments));
        try {
            Tool.run(command);
        } catch (IOException e) {
            throw new IOException("--profile needs a JDK's jcmd. " + e.getMessage(), e);
        }
    }

    static Profile read(Path recording) throws IOException {
        Profile profile = new Profile(0, new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        int samples = 0;
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals("jdk.ExecutionSample") && stack != null) {
                    profile.add(stack.getFrames());
                    samples++;
                }
            }
        }
        return new Profile(samples, profile.libraries, profile.classes, profile.executing, profile.onStack);
    }

    private void add(List<RecordedFrame> frames) {
        if (frames.isEmpty()) {
            return;
        }
        executing.merge(name(frames.get(0)), 1, Integer::sum);
        account(frames);
        Set<String> seen = new HashSet<>();
        for (RecordedFrame frame : frames) {
            String method = name(frame);
            if (seen.add(method)) {
                onStack.merge(method, 1, Integer::sum);
            }
        }
    }

    private void account(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            String type = frame.getMethod().getType().getName();
            for (String library : LIBRARIES) {
                if (type.startsWith(library + ".")) {
                    libraries.merge(library, 1, Integer::sum);
                    classes.merge(type, 1, Integer::sum);
                    return;
                }
            }
        }
        libraries.merge("other", 1, Integer::sum);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    String markdown(String title) {
        return text(
                "# Where the Java code of %s spends its CPU, %,d samples%n%n## By the library that is to account for"
                        + " it%n%s%n%n## By class, likewise%n%s%n%n## Executing methods%n%s%n%n## Methods on the"
                        + " stack%n%s%n",
                title, samples, top(libraries, 20), top(classes, 80), top(executing, 40), top(onStack, 150));
    }

    private String top(Map<String, Integer> counts, int most) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .map(entry -> text("%5.1f %%  %s", 100.0 * entry.getValue() / samples, entry.getKey()))
                .collect(Collectors.joining("\n", "```\n", "\n```"));
    }
}
