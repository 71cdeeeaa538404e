package io.dronedelivery.gateway.contract;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a check reads contracts, in place of the settings.
 *
 * @param location a directory with files {@code BACKEND.yaml}, {@code .yml} or {@code .json}, or a URL in which {@code {backend}} stands for the
 *     name. Null: as the settings say
 */
public record ContractLocations(@Nullable String location) {

    private static final String BACKEND = "{backend}";

    /** Where the contract of a backend is; that of the settings when this has none. */
    @Nullable
    String find(String backend, @Nullable String ofSettings) {
        if (location == null) {
            return ofSettings;
        }
        if (location.contains(BACKEND)) {
            return location.replace(BACKEND, backend);
        }
        return List.of(".yaml", ".yml", ".json").stream()
                .map(extension -> Path.of(location, backend + extension))
                .filter(Files::isRegularFile)
                .map(Path::toString)
                .findFirst()
                .orElse(ofSettings);
    }
}
