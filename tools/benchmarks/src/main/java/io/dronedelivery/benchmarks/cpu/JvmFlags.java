package io.dronedelivery.benchmarks.cpu;

import java.util.List;
import java.util.stream.Stream;

/** The flags of the JVMs that are measured. */
final class JvmFlags {

    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

    /** What Netty needs on newer JVMs to use Unsafe; the images have it, see {@code deploy/docker/Dockerfile}. */
    private static final List<String> OF_THE_IMAGES =
            List.of("--sun-misc-unsafe-memory-access=allow", "-Dio.netty.noUnsafe=false");

    private static final int FIRST_WITHOUT_UNSAFE = 24;

    static final List<String> DEFAULT = Runtime.version().feature() < FIRST_WITHOUT_UNSAFE
            ? HEAP
            : Stream.concat(HEAP.stream(), OF_THE_IMAGES.stream()).toList();

    private JvmFlags() {}
}
