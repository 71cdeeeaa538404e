package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Chromium without a window, driven through its DevTools protocol, for tests of pages. Nothing is downloaded: it is there or it is not. Used
 * by one thread at a time.
 */
public final class Browser implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final int TIMEOUT_SECONDS = 60;

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private String session = "";

    /** The browser of this machine. Where there is none, the test is skipped with a message. */
    public static Browser start() throws Exception {
        Optional<Path> program = program();
        Assumptions.assumeTrue(
                program.isPresent(), "The pages are not checked: no chromium on the PATH (apt-get install chromium)");
        return new Browser(program.orElseThrow());
    }

    private static Optional<Path> program() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Browser(Path program) throws Exception {
        profile = Files.createTempDirectory("chromium");
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(devTools(process.inputReader())), new Listener())
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        String target = call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asString();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asString();
        for (String domain : List.of("Page", "Runtime", "Log")) {
            call(domain + ".enable", Map.of());
        }
    }

    private static String devTools(BufferedReader output) throws IOException {
        String line;
        while ((line = output.readLine()) != null) {
            int at = line.indexOf("ws://");
            if (at >= 0) {
                return line.substring(at).strip();
            }
        }
        throw new IOException("Chromium ended before it said where its DevTools are");
    }

    public void open(String url) {
        errors.clear();
        call("Page.navigate", Map.of("url", url));
    }

    /** A window of so many pixels. */
    public void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    public void dark(boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        Map<String, String> still =
                Map.of("name", "prefers-reduced-motion", "value", "reduce"); // no colour between two
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme, still)));
    }

    /** What the expression comes to, awaited when it is a promise. */
    public JsonNode evaluate(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Waits until an expression is true; fails after a minute. */
    public void awaitTrue(String condition) {
        await().atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(evaluate(condition).asBoolean())
                        .as(condition)
                        .isTrue());
    }

    /** Presses Tab until an element has the focus, and returns how often; fails when sixty times are not enough. */
    public int tabTo(String selector) {
        for (int presses = 1; presses <= 60; presses++) {
            press("Tab");
            if (evaluate("document.activeElement.matches('" + selector + "')").asBoolean()) {
                return presses;
            }
        }
        throw new AssertionError("Tab does not lead to " + selector);
    }

    /**
     * Checks the open page with axe-core in the light, in the dark, on a large and on a small screen, which it must not be wider than.
     *
     * @param light the colour of its body, {@code rgb(255, 255, 255)}
     * @param dark likewise
     */
    public void assertAccessible(String light, String dark) throws IOException {
        evaluate(axe() + "; true");
        for (String colour : List.of(light, dark)) {
            dark(colour.equals(dark));
            awaitTrue("getComputedStyle(document.body).backgroundColor === '" + colour + "'");
            for (int width : new int[] {1280, 390}) {
                size(width, 900);
                assertThat(evaluate("axe.run().then((found) => found.violations.map((each) => each.id + ': '"
                                + " + each.nodes.map((node) => node.target + ' ' + node.failureSummary)))"))
                        .as("%s, %d wide, %s", evaluate("location.href"), width, colour)
                        .isEmpty();
                assertThat(evaluate("document.documentElement.scrollWidth").asInt())
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    private static String axe() throws IOException {
        Properties version = new Properties();
        try (InputStream in = resource("META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
            version.load(in);
        }
        try (InputStream in =
                resource("META-INF/resources/webjars/axe-core/" + version.getProperty("version") + "/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream resource(String name) {
        return Browser.class.getClassLoader().getResourceAsStream(name);
    }

    /** Presses and lets go: {@code Tab}, {@code Enter}, {@code ArrowDown}, or a character. */
    public void press(String key) {
        ObjectNode down = JSON.createObjectNode().put("type", "keyDown").put("key", key);
        if (key.equals("Enter")) {
            down.put("text", "\r").put("windowsVirtualKeyCode", 13);
        } else if (key.equals("Tab")) {
            down.put("windowsVirtualKeyCode", 9);
        } else if (key.equals("ArrowDown")) {
            down.put("windowsVirtualKeyCode", 40);
        } else {
            down.put("text", key);
        }
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", down.deepCopy().put("type", "keyUp"));
    }

    /** Clicks into the middle of an element. */
    public void click(String selector) {
        JsonNode at = evaluate(
                "(() => { const part = document.querySelector('" + selector + "'); part.scrollIntoView();"
                        + " const box = part.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()");
        for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            at.get(0).asDouble(),
                            "y",
                            at.get(1).asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
    }

    public void screenshot(Path file) throws IOException {
        JsonNode answer = call("Page.captureScreenshot", Map.of("format", "png"));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(answer.path("data").asString()));
    }

    /** What the console and the page complained of since it was opened. */
    public List<String> errors() {
        return errors;
    }

    private JsonNode call(String method, Object parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        try {
            socket.sendText(message.toString(), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            JsonNode result = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (result.has("error")) {
                throw new IllegalStateException(method + ": " + result.path("error"));
            }
            return result.path("result");
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        try (var files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                receive(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        private void receive(String message) {
            try {
                JsonNode json = JSON.readTree(message);
                CompletableFuture<JsonNode> waiting =
                        answers.remove(json.path("id").asInt());
                if (waiting != null) {
                    waiting.complete(json);
                }
                JsonNode event = json.path("params");
                switch (json.path("method").asString()) {
                    case "Runtime.exceptionThrown" -> errors.add(event.toString());
                    case "Runtime.consoleAPICalled" -> addIf(event.path("type"), event);
                    case "Log.entryAdded" -> addIf(event.path("entry").path("level"), event);
                    default -> {}
                }
            } catch (JacksonException e) {
                errors.add("DevTools sent no JSON: " + message);
            }
        }

        private void addIf(JsonNode level, JsonNode event) {
            if (level.asString().equals("error")) {
                errors.add(event.toString());
            }
        }
    }
}
