package io.dronedelivery.localauth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.dronedelivery.localauth.SigningKeys.KeySet;
import io.dronedelivery.localauth.SigningKeys.Retired;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file of the keys: a JWK set (RFC 7517) with the private parts, the current key first. One more member has the last second of each
 * retired key. Writing renames a draft, so that the file is always complete.
 */
final class KeyFile {

    private static final String RETIRED = "retiredUntil";

    private final Path file;

    KeyFile(Path directory) throws IOException {
        Files.createDirectories(directory);
        this.file = directory.resolve("signing-keys.json");
    }

    /** The keys, or null when there are none yet. */
    @Nullable
    KeySet read() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            JWKSet set = JWKSet.parse(Files.readString(file));
            Map<?, ?> until = set.getAdditionalMembers().get(RETIRED) instanceof Map<?, ?> map ? map : Map.of();
            JWK current = null;
            List<Retired> retired = new ArrayList<>();
            for (JWK key : set.getKeys()) {
                if (until.get(key.getKeyID()) instanceof Number second) {
                    retired.add(new Retired(key, Instant.ofEpochSecond(second.longValue())));
                } else {
                    current = key;
                }
            }
            if (current != null && set.getKeys().stream().allMatch(JWK::isPrivate)) {
                return new KeySet(current, List.copyOf(retired));
            }
        } catch (ParseException broken) {
            throw notReadable(broken);
        }
        throw notReadable(null);
    }

    void write(KeySet keys) throws IOException {
        List<JWK> all = new ArrayList<>();
        all.add(keys.current());
        Map<String, Object> until = new TreeMap<>();
        for (Retired retired : keys.retired()) {
            all.add(retired.key());
            until.put(retired.key().getKeyID(), retired.until().getEpochSecond());
        }
        String json = new JWKSet(all, Map.of(RETIRED, until)).toString(false);
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        createForItsOwner(draft);
        Files.writeString(draft, json, StandardCharsets.UTF_8);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Creates a file that only its owner can read, where the file system supports owners. */
    private static void createForItsOwner(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(path);
        }
    }

    private IOException notReadable(@Nullable ParseException reason) {
        return new IOException(file + " has no signing keys; delete it, and new ones are made", reason);
    }
}
