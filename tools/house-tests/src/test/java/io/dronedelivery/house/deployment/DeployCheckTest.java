package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code tools/deploy-check/run} in a folder that has nothing else, with a Go whose tools say which version they are. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the script is made for bash and what Linux has")
class DeployCheckTest {

    private static final String SCRIPT = "tools/deploy-check/run";
    private static final String GO = """
            #!/usr/bin/env bash
            [ "$1" = install ] || exit 1
            package="${2%@*}"
            printf '#!/usr/bin/env bash\\necho "version %s"\\n' "${2##*@}" >"$GOBIN/${package##*/}"
            chmod +x "$GOBIN/${package##*/}"
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() throws IOException {
        Files.createDirectories(folder.resolve(".github/workflows"));
        Files.createDirectories(folder.resolve("path"));
        executable("path/go", GO);
    }

    @Test
    void tool_of_another_version_is_not_used_again() throws IOException, InterruptedException {
        String script = Files.readString(ROOT.resolve(SCRIPT));

        assertThat(workflows(script.replaceFirst("(?m)^ACTIONLINT=.*$", "ACTIONLINT=v0.0.1")))
                .contains("version v0.0.1");
        assertThat(workflows(script.replaceFirst("(?m)^ACTIONLINT=.*$", "ACTIONLINT=v0.0.2")))
                .contains("version v0.0.2");
    }

    /** What the check of the workflows prints. */
    private String workflows(String script) throws IOException, InterruptedException {
        executable(SCRIPT, script);
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", folder.resolve(SCRIPT).toString(), "workflows")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PATH", folder.resolve("path") + ":" + System.getenv("PATH"));
        builder.environment().put("TOOLS", folder.resolve("tools-made").toString());
        Process check = builder.start();
        try {
            assertThat(check.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(check.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            check.destroyForcibly();
        }
        return Files.readString(output);
    }

    private void executable(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
