package io.dronedelivery.lab.comparisons.peers;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;

/** Libraries that other benchmarks have put on the class path. The gateway would find them and configure them for itself. */
final class ForeignLibraries {

    private static final List<String> PACKAGES = List.of(
            "com.azure.spring.",
            "io.dronedelivery.messaging.",
            "org.springframework.boot.integration.autoconfigure.",
            "org.springframework.boot.kafka.autoconfigure.",
            "org.springframework.boot.r2dbc.autoconfigure.",
            "org.springframework.cloud.");

    private ForeignLibraries() {}

    /** The value of {@code spring.autoconfigure.exclude}. */
    static String autoConfigurations() {
        Iterable<String> candidates =
                ImportCandidates.load(AutoConfiguration.class, ForeignLibraries.class.getClassLoader());
        return StreamSupport.stream(candidates.spliterator(), false)
                .filter(candidate -> PACKAGES.stream().anyMatch(candidate::startsWith))
                .collect(Collectors.joining(","));
    }
}
