package io.dronedelivery.lab.kit.process;

import java.util.ArrayList;
import java.util.List;

/** The flags of the JVMs that are measured and of those they talk to. */
public final class JvmFlags {

    /** Set by the build on those Javas where Netty needs flags to use Unsafe, as the images and {@code mvn spring-boot:run} have them. */
    private static final String OF_NETTY = System.getProperty("benchmark.jvm.args", "");

    private JvmFlags() {}

    /** @param heap its size from start to end, as in {@code 512m} */
    public static List<String> withHeap(String heap) {
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
        if (!OF_NETTY.isBlank()) {
            flags.addAll(List.of(OF_NETTY.trim().split(" +")));
        }
        return List.copyOf(flags);
    }
}
