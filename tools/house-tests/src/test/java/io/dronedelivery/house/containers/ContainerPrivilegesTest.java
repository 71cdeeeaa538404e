package io.dronedelivery.house.containers;

import static io.dronedelivery.house.containers.ComposeFile.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the containers of {@code docker-compose.yml} may do on their host. */
class ContainerPrivilegesTest {

    /** What an image needs, each with its reason in the file. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "postgres",
            List.of("CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"),
            "service-bus-sql",
            List.of("NET_BIND_SERVICE"));

    /** Where a program of the image becomes root by {@code sudo}. */
    private static final Set<String> GAINING_PRIVILEGES = Set.of("cosmos-emulator");

    @Test
    void container_has_no_capability_but_those_that_its_image_needs_and_gains_none() throws IOException {
        ComposeFile.read(Map.of()).services().forEach((name, service) -> {
            assertThat(texts(service.path("cap_add"))).as(name).isEqualTo(NEEDED.getOrDefault(name, List.of()));
            if (!GAINING_PRIVILEGES.contains(name)) {
                assertThat(texts(service.path("cap_drop"))).as(name).containsExactly("ALL");
                assertThat(texts(service.path("security_opt"))).as(name).containsExactly("no-new-privileges:true");
            }
        });
    }
}
