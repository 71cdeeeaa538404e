package io.dronedelivery.house.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localblob.LocalBlob;
import io.dronedelivery.localstack.run.ClaimedPorts;
import io.dronedelivery.localstack.store.DataDirectory;
import io.dronedelivery.localstack.store.LocalPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;

/**
 * The containers of {@code docker-compose.yml} as processes of this machine: started from the layers of the image with the arguments and
 * the variables of the file, in which only host names and ports are replaced. PostgreSQL is the embedded one, and LocalBlob is there for
 * Azurite.
 */
final class LocalContainers implements AutoCloseable {

    /** Only a failure takes so long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(6);

    /** What the broker's administration listens at, in its container. */
    private static final String ADMINISTRATION = "service-bus:5300";

    private static final Map<String, String> MODULES = Map.of(
            "gateway", "gateway:8080",
            "delivery-service", "delivery-service:8101",
            "drone-service", "drone-service:8102",
            "invoice-service", "invoice-service:8103",
            "local-cosmos", "cosmos:8081",
            "local-service-bus", "service-bus:5672");

    /** Where health is asked for, in the containers of applications. */
    private static final Map<String, String> MANAGEMENT =
            Map.of("gateway", "8180", "delivery-service", "8181", "drone-service", "8182", "invoice-service", "8183");

    private final ComposeFile file;
    private final Path directory;
    private final DataDirectory files = DataDirectory.temporary();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Integer> management = new LinkedHashMap<>();
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final LocalPostgres postgres;
    private final LocalBlob blob = LocalBlob.start();
    private final Thread atTheEndOfTheTests = new Thread(this::kill, "stop the containers");

    LocalContainers(ComposeFile file, Path directory) throws IOException, SQLException {
        this.file = file;
        FileSystemUtils.deleteRecursively(directory);
        this.directory = Files.createDirectories(directory);
        Iterator<Integer> free =
                ClaimedPorts.several(MODULES.size() + MANAGEMENT.size() + 1).iterator();
        for (String application : MANAGEMENT.keySet()) {
            management.put(application, free.next());
        }
        for (String address : MODULES.values()) {
            ports.put(address, free.next());
        }
        ports.put(ADMINISTRATION, free.next());
        Runtime.getRuntime().addShutdownHook(atTheEndOfTheTests);
        postgres = LocalPostgres.start(files, 0, 0, System.out::println);
        ports.put("postgres:5432", postgres.port());
        ports.put("azurite:10000", URI.create(blob.endpoint()).getPort());
    }

    /** Starts containers without waiting for them. */
    void start(List<String> names) throws IOException, InterruptedException {
        for (String name : names) {
            Path home = Files.createDirectories(directory.resolve(name));
            JsonNode build = file.service(name).path("build");
            ImageSteps image = ImageSteps.read(build.path("dockerfile").asString());
            Path application =
                    build.has("args") ? image.build(build.at("/args/MODULE").asString(), home) : image.copy(home);
            List<String> command = new ArrayList<>(image.entryPoint());
            ComposeFile.texts(file.service(name).path("command"))
                    .forEach(argument -> command.add(here(name, argument)));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(application.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("log").toFile());
            Map<String, String> environment = builder.environment();
            environment.clear();
            // The machine's memory is not the container's; the rest is for many small JVMs on few cores.
            environment.put(
                    "JAVA_TOOL_OPTIONS",
                    image.javaToolOptions()
                            + " -Xmx192m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MetaspaceSize=128m -Xshare:auto"
                            + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote");
            image.jdkJavaOptions().ifPresent(options -> environment.put("JDK_JAVA_OPTIONS", options));
            file.environment(name).forEach((variable, value) -> environment.put(variable, here(name, value)));
            // Beside what the file says: loopback alone, a free port, and what the test asks.
            environment.put("SERVER_ADDRESS", "127.0.0.1");
            environment.put("SERVER_PORT", Integer.toString(port(name)));
            if (management.containsKey(name)) {
                environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(management.get(name)));
                environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
            }
            if (environment.containsKey("MESSAGING_BROKER")) {
                environment.put("MESSAGING_SERVICEBUS_EMULATORMANAGEMENTPORT", Integer.toString(administration()));
            }
            environment.put("MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE", "health,prometheus,configprops");
            processes.put(name, builder.start());
        }
    }

    /** Waits until the health checks of containers succeed. */
    void awaitHealthy(List<String> names) {
        for (String name : names) {
            Awaitility.await(name + " to be healthy; its log is " + log(name))
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> !processes.get(name).isAlive() || isHealthy(name));
            assertThat(processes.get(name).isAlive())
                    .as("%s runs; its log is %s", name, log(name))
                    .isTrue();
        }
    }

    /** Runs the container's health check. */
    boolean isHealthy(String name) throws IOException, InterruptedException {
        List<String> test = ComposeFile.texts(file.service(name).at("/healthcheck/test"));
        assertThat(test)
                .startsWith(
                        "CMD",
                        "health-check",
                        MANAGEMENT.getOrDefault(name, address(name).split(":")[1]));
        List<String> command = new ArrayList<>(List.of(
                "bash",
                ComposeFile.ROOT.resolve("deploy/docker/health-check").toString(),
                Integer.toString(management.getOrDefault(name, port(name)))));
        command.addAll(test.subList(3, test.size()));
        Process check = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return check.waitFor(60, TimeUnit.SECONDS) && check.exitValue() == 0;
        } finally {
            check.destroyForcibly();
        }
    }

    /** Sends SIGTERM to all of them, so that they drain at the same time. */
    void terminate(List<String> names) {
        names.forEach(name -> processes.get(name).destroy());
    }

    /** SIGTERM, as {@code docker compose stop}, and the exit code. */
    int stop(String name) throws InterruptedException {
        Process process = processes.get(name);
        process.destroy();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("%s ends; its log is %s", name, log(name))
                .isTrue();
        return process.exitValue();
    }

    /** Of the containers that were started. */
    Set<String> names() {
        return processes.keySet();
    }

    /** What a container has printed so far. */
    List<String> lines(String name) throws IOException {
        return Files.readAllLines(log(name));
    }

    /** Where the application's operators call. */
    String management(String name) {
        return "http://localhost:" + management.get(name);
    }

    String url(String name) {
        return "http://localhost:" + port(name);
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(atTheEndOfTheTests);
        kill();
        postgres.close();
        blob.close();
        files.close();
        // The logs stay.
        for (String name : processes.keySet()) {
            FileSystemUtils.deleteRecursively(directory.resolve(name).resolve("build"));
            FileSystemUtils.deleteRecursively(directory.resolve(name).resolve("application"));
        }
    }

    private void kill() {
        processes.values().forEach(Process::destroyForcibly);
    }

    private Path log(String name) {
        return directory.resolve(name).resolve("log");
    }

    private String address(String name) {
        return MODULES.get(name);
    }

    private int port(String name) {
        return ports.get(address(name));
    }

    private int administration() {
        return ports.get(ADMINISTRATION);
    }

    /** Puts the addresses and files of this machine where those of the containers are. */
    private String here(String name, String value) {
        String own = address(name).split(":")[1];
        if (value.equals("--port=" + own)) {
            return "--port=" + port(name);
        }
        if (value.equals("--management-port=5300")) {
            return "--management-port=" + administration();
        }
        if (value.equals("--advertised-host=" + address(name).split(":")[0])) {
            return "--advertised-host=localhost";
        }
        if (value.equals("--bind=0.0.0.0")) {
            return "--bind=127.0.0.1";
        }
        if (value.startsWith("--data-dir=/data/")) {
            return value.replace("/data/", directory.resolve(name) + "/data-");
        }
        if (value.startsWith("--config=")) {
            return "--config=" + mounted(name, value.substring("--config=".length()));
        }
        if (value.equals("postgres")) {
            return "localhost";
        }
        if (value.equals("5432")) {
            return Integer.toString(ports.get("postgres:5432"));
        }
        String replaced = value;
        for (Map.Entry<String, Integer> port : ports.entrySet()) {
            replaced = replaced.replace("//" + port.getKey(), "//localhost:" + port.getValue());
        }
        return replaced;
    }

    /** The file of the repository that a container finds at a path. */
    private Path mounted(String name, String path) {
        return ComposeFile.texts(file.service(name).path("volumes")).stream()
                .map(volume -> volume.split(":"))
                .filter(volume -> volume[1].equals(path))
                .map(volume -> ComposeFile.ROOT.resolve(volume[0]).normalize())
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " has nothing at " + path));
    }
}
