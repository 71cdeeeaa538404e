package io.dronedelivery.lab.accounts.common;

import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A local stack in a JVM of its own, on free ports. */
public final class StackProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String READY = "Ctrl-C stops everything.";

    private static final List<String> FREE_PORTS = Stream.of(
                    "gateway",
                    "delivery-service",
                    "drone-service",
                    "invoice-service",
                    "cosmos",
                    "postgres",
                    "service-bus",
                    "kafka",
                    "insights")
            .map(part -> "local.port." + part)
            .toList();

    private final Jvm jvm;

    private StackProcess(Jvm jvm) {
        this.jvm = jvm;
    }

    /**
     * @param lab has the runnable jar of local-stack and the arguments of its JVM
     * @param options of the launcher, by name without the dashes; ports not named are free ones
     * @param log takes its output
     * @param jvmArguments further ones
     */
    public static StackProcess start(
            Children children, LabSettings lab, Map<String, String> options, Path log, String... jvmArguments)
            throws IOException {
        List<String> arguments = new ArrayList<>(lab.stackJvmArguments());
        arguments.addAll(List.of(jvmArguments));
        arguments.addAll(List.of("-jar", lab.stackJar().toString()));
        for (String port : FREE_PORTS) {
            if (!options.containsKey(port)) {
                arguments.add("--" + port + "=0");
            }
        }
        options.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return new StackProcess(children.start("The local stack", arguments, log));
    }

    /**
     * Waits until it is ready.
     *
     * @throws IllegalStateException when it ends instead, or takes too long, with the end of its output
     */
    public void awaitReady() throws IOException, InterruptedException {
        jvm.await(() -> jvm.output().contains(READY), PATIENCE);
    }

    /** The address of a part, as the ready block has it. */
    public URI url(String part) throws IOException {
        return found(part, Pattern.quote(part) + " +");
    }

    /** The address of an application's management port, as the ready block has it below the application's own. */
    public URI management(String application) throws IOException {
        return found(application, Pattern.quote(application) + " +http.*\\R(?: {4}.*\\R)*? {4}management +");
    }

    private URI found(String part, String before) throws IOException {
        Matcher matcher =
                Pattern.compile("(?m)^ +" + before + "(http://[^\\s/]+)").matcher(jvm.output());
        if (!matcher.find()) {
            throw new IllegalStateException("The local stack does not say where '" + part + "' is; see " + jvm.log());
        }
        return URI.create(matcher.group(1));
    }

    public ProcessHandle handle() {
        return jvm.handle();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
