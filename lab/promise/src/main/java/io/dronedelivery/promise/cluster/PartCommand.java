package io.dronedelivery.promise.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param heap its most
 * @param jvm further arguments of the JVM
 * @param before folders that come first on the class path, which otherwise is that of this JVM
 * @param mainAndArguments the main class and its arguments
 */
record PartCommand(String heap, List<String> jvm, List<Path> before, List<String> mainAndArguments) {

    /** Everything after {@code java}. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx" + heap,
                // Many small JVMs on few cores: what they would gain from the second compiler they lose to it.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // No full collections while the classes load.
                "-XX:MetaspaceSize=128m",
                "-Xshare:auto",
                // VerifiedClassesTest has verified the classes: a sixth of the work of a start.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-XX:+ExitOnOutOfMemoryError",
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-DCOSMOS.DISABLE_IMDS_ACCESS=true",
                "-Dreactor.schedulers.defaultBoundedElasticSize=64"));
        arguments.addAll(jvm);
        arguments.addAll(List.of(
                "-cp",
                Stream.concat(before.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                        .collect(Collectors.joining(File.pathSeparator))));
        arguments.addAll(mainAndArguments);
        return arguments;
    }
}
