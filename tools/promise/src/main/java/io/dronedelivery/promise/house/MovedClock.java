package io.dronedelivery.promise.house;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A Java agent that moves the clock of its JVM: all of {@code java.time} is ahead of the machine's, or behind it.
 * {@link System#currentTimeMillis()}, which is native, and with it the clients of the brokers keep the machine's time.
 */
public final class MovedClock {

    private MovedClock() {}

    /** Called by the JVM before the application. */
    public static void premain(String seconds, Instrumentation jvm) {
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .ignore(ElementMatchers.none())
                .type(ElementMatchers.named("java.time.Clock"))
                .transform((type, description, loader, module, domain) -> type.visit(Advice.withCustomMapping()
                        .bind(Seconds.class, Long.parseLong(seconds))
                        .to(Ahead.class)
                        .on(ElementMatchers.named("currentInstant"))))
                .installOn(jvm);
        Duration moved = Duration.between(Instant.ofEpochMilli(System.currentTimeMillis()), Instant.now());
        if (Math.abs(moved.toSeconds() - Long.parseLong(seconds)) > 60) {
            throw new IllegalStateException("The clock was to be moved by " + seconds + " s, and was by " + moved);
        }
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
    @interface Seconds {}

    /** Becomes part of {@code Clock.currentInstant}. */
    static final class Ahead {

        private Ahead() {}

        @Advice.OnMethodExit
        static void move(@Advice.Return(readOnly = false) Instant now, @Seconds long seconds) {
            now = now.plusSeconds(seconds);
        }
    }
}
