package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A shell that ends PostgreSQL when this process has ended without doing so. It waits for the end of its standard input, which comes
 * however the process ends. On systems without a shell, the next start over the directory ends such a server.
 */
final class PostgresGuard implements AutoCloseable {

    private static final Path SHELL = Path.of("/bin/sh");

    /** Ignores a terminal's Ctrl-C, which would end it too early. Spares a server that the next start runs over the same directory. */
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            while read -r line; do :; done
            data=$1; mine=$2; lock=$3; shift 3
            [ -z "$lock" ] || [ "$(cat "$lock" 2>/dev/null)" = "$mine" ] || exit 0
            pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null)
            case "$(ps -p "${pid:-0}" -o comm= 2>/dev/null)" in
            *postgres*)
              kill -QUIT "$pid"
              tries=0
              while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
              ;;
            esac
            [ $# -eq 0 ] || rm -rf "$@"
            """;

    private final Process shell;

    private PostgresGuard(Process shell) {
        this.shell = shell;
    }

    static boolean isPossible() {
        return Files.isExecutable(SHELL);
    }

    /**
     * Begins to wait.
     *
     * @param thrownAway further paths to remove then
     */
    static PostgresGuard over(DataDirectory directory, List<Path> thrownAway) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                SHELL.toString(),
                "-c",
                SCRIPT,
                "postgres-guard",
                directory.postgres().toString(),
                Long.toString(ProcessHandle.current().pid()),
                directory.lock().map(Path::toString).orElse("")));
        thrownAway.forEach(path -> command.add(path.toString()));
        return new PostgresGuard(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    @Override
    public void close() {
        shell.destroyForcibly();
    }
}
