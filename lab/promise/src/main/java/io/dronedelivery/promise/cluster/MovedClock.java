package io.dronedelivery.promise.cluster;

import io.dronedelivery.lab.kit.process.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.awaitility.Awaitility;

/**
 * A Java agent that moves the clock of its JVM: all of {@code java.time} is ahead of the machine's, or behind it.
 * {@link System#currentTimeMillis()}, which is native, and with it the clients of the brokers keep the machine's time. A line on the
 * standard input makes it jump.
 */
public final class MovedClock {

    /** Generous: other builds may share the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private MovedClock() {}

    /** Called by the JVM before the application. */
    public static void premain(String seconds, Instrumentation jvm) {
        AtomicLong ahead = new AtomicLong(Long.parseLong(seconds));
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .ignore(ElementMatchers.none())
                .type(ElementMatchers.named("java.time.Clock"))
                .transform((type, description, loader, module, domain) -> type.visit(Advice.withCustomMapping()
                        // Asked anew each time that the class is transformed.
                        .bind(ClockSeconds.class, ahead.get())
                        .to(Ahead.class)
                        .on(ElementMatchers.named("currentInstant"))))
                .installOn(jvm);
        check(ahead.get());
        Thread jumps = new Thread(() -> jump(ahead, jvm), "moved-clock");
        jumps.setDaemon(true);
        jumps.start();
    }

    private static void check(long seconds) {
        Duration moved = Duration.between(Instant.ofEpochMilli(System.currentTimeMillis()), Instant.now());
        if (Math.abs(moved.toSeconds() - seconds) > 60) {
            throw new IllegalStateException("The clock was to be moved by " + seconds + " s, and was by " + moved);
        }
    }

    /** As often as it is told to; the file that the line names is there when it is done. */
    private static void jump(AtomicLong ahead, Instrumentation jvm) {
        try {
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                int blank = line.indexOf(' ');
                ahead.set(Long.parseLong(line.substring(0, blank)));
                jvm.retransformClasses(Clock.class);
                check(ahead.get());
                Path draft = Path.of(line.substring(blank + 1) + ".new");
                Files.writeString(draft, line);
                Files.move(draft, Path.of(line.substring(blank + 1)), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException | UnmodifiableClassException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /**
     * Has the clock of a process that was started with {@link #argument} jump; returns when it has.
     *
     * @param to how far it is ahead of the machine's then
     */
    static void move(Jvm process, Duration to) throws IOException {
        Path done = process.log().resolveSibling(process.log().getFileName() + ".clock");
        Files.deleteIfExists(done);
        process.tell(line(to, done));
        Awaitility.await("the clock to jump; the log is " + process.log())
                .atMost(PATIENCE)
                .until(() -> Files.exists(done));
    }

    /**
     * What makes the clock of a process jump.
     *
     * @param done a file that is there when it has
     */
    static String line(Duration to, Path done) {
        return to.toSeconds() + " " + done;
    }

    /** The argument of a JVM whose clock is moved. The agent is a jar with nothing but a manifest: its class is on the class path. */
    static String argument(Duration by, Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", MovedClock.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("moved-clock.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return "-javaagent:" + jar + "=" + by.toSeconds();
    }

    /** By how many seconds. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface ClockSeconds {}

    /** Becomes part of {@code Clock.currentInstant}. */
    static final class Ahead {

        private Ahead() {}

        @Advice.OnMethodExit
        static void move(@Advice.Return(readOnly = false) Instant now, @ClockSeconds long seconds) {
            now = now.plusSeconds(seconds);
        }
    }
}
