package io.dronedelivery.promise.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherBuildTest {

    private static final String INBOX = "invoice-service/src/main/java/io/dronedelivery/invoice/completed/Inbox.java";

    @TempDir
    private Path folder;

    @Test
    void changed_source_is_compiled() throws IOException {
        Path classes = OtherBuild.of(List.of(new SourceChange(INBOX, "entered == 1", "entered >= 0")), folder);

        assertThat(classes.resolve("io/dronedelivery/invoice/completed/Inbox.class"))
                .exists();
    }

    @Test
    void change_of_what_is_no_longer_there_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> OtherBuild.of(List.of(new SourceChange(INBOX, "no such text", "")), folder))
                .withMessageContaining("Inbox.java has no longer what this build changes");
    }
}
