package io.dronedelivery.servicekit.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the repository that tests read; a test runs in the folder of its module, however deep that lies. */
final class Repository {

    private Repository() {}

    /** The file or folder at a path from the repository's root. */
    static Path resolve(String first, String... more) {
        Path wanted = Path.of(first, more);
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(wanted))) {
                return folder.resolve(wanted);
            }
        }
        throw new IllegalStateException("No folder above " + Path.of("").toAbsolutePath() + " has " + wanted);
    }
}
