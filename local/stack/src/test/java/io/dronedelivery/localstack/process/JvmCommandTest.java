package io.dronedelivery.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmCommandTest {

    private static final String TEMPORARY = "java.io.tmpdir";

    @Test
    void temporary_files_are_where_this_jvm_has_them_now() {
        String before = System.setProperty(TEMPORARY, "/elsewhere");
        List<String> command;
        try {
            command = JvmCommand.of(JvmCommandTest.class, "64m", "a=b");
        } finally {
            System.setProperty(TEMPORARY, before);
        }

        assertThat(command).contains("-Djava.io.tmpdir=/elsewhere", "-Da=b", "-Xmx64m", JvmCommandTest.class.getName());
    }
}
