package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.house.containers.Images;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The program that compares a bill of materials with the list of vulnerable versions. It is started as the build starts it, from its
 * source, once; compiling it takes most of the time of a start.
 */
@Tag("whole")
class MinimumVersionsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path LIST = ROOT.resolve("deploy/security/minimum-versions.csv");
    private static final Path PROGRAM = ROOT.resolve("tools/sbom/MinimumVersions.java");
    private static final String HEADER = "component,from,fixed,advisory,source,accepted\n";

    @TempDir
    private static Path classes;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void compile() {
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, System.out, System.err, "-d", classes.toString(), PROGRAM.toString());
        assertThat(result).isZero();
    }

    @Test
    void a_vulnerable_component_is_named_with_what_is_needed_and_why() throws IOException, InterruptedException {
        Path bill = bill("io.netty/netty-codec-http@4.2.17.Final", "org.yaml/snakeyaml@2.6");
        Outcome outcome = run(List.of(PROGRAM.toString()), LIST, bill, false);

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output())
                .contains(
                        "[versions] io.netty:netty-codec-http is 4.2.17.Final, needed is 4.2.18 or newer: CVE-2026-89044")
                .doesNotContain("snakeyaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b/c@1.4.9", "a.b/c@2.0.0", "a.b/c@2.0", "a.b/c@2.1.2.Final", "a.b/c@2.1.2.jre8"})
    void a_version_outside_the_affected_lines_passes(String component) throws IOException, InterruptedException {
        Path list =
                list("a.b:c,1.5,2.0,CVE-1,https://x,\na.b:c,2.1,2.1.2,CVE-2,https://x,\na.b:d,0,9,CVE-3,https://x,\n");

        assertThat(compare(list, component)).isEqualTo(new Outcome(0, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b/c@1.5", "a.b/c@1.10.0", "a.b/c@1.9-rc1", "a.b/c@1.99.0.Final", "a.b/c@1.5%2B7?type=jar"})
    void a_version_of_an_affected_line_does_not(String component) throws IOException, InterruptedException {
        Path list = list("a.b:c,1.5,2.0,CVE-1,https://x,\n");

        assertThat(compare(list, component).exit()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana/grafana@13.0.2", "grafana/grafana@v13.1.3-ubuntu"})
    void an_image_is_compared_like_a_library(String image) throws IOException, InterruptedException {
        Outcome outcome = run(LIST, bill(Stream.of("docker/" + image)), false);

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).contains("grafana/grafana is ", "CVE-2026-17183");
    }

    @Test
    void no_image_that_the_repository_names_has_a_known_vulnerability() throws IOException, InterruptedException {
        Stream<String> images =
                Images.foreign().stream().map(image -> "docker/" + image.replaceFirst(":([^@]*)@.*", "@$1"));

        assertThat(run(LIST, bill(images), false)).isEqualTo(new Outcome(0, ""));
    }

    @Test
    void an_accepted_one_is_told_with_its_reason() throws IOException, InterruptedException {
        Outcome outcome = compare(list("a.b:c,1.5,2.0,CVE-1,https://x,nobody can reach it\n"), "a.b/c@1.7");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.output()).contains("a.b:c is 1.7", "CVE-1, accepted: nobody can reach it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.b:c,2.0,1.0,CVE-1,https://x,",
                "a.b:c,1.0,2.0,CVE-1,,",
                "a.b:c,1.0,2.0",
                "a.b:c,1.0,2.0,,https://x,"
            })
    void a_row_that_says_nothing_ends_the_build(String row) throws IOException, InterruptedException {
        Outcome outcome = compare(list(row + "\n"), "a.b/c@1.7");

        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.output()).contains(row);
    }

    @Test
    void a_bill_that_is_missing_or_empty_ends_the_build_unless_maven_runs_offline()
            throws IOException, InterruptedException {
        Path nothing = temporary.resolve("nothing.json");

        assertThat(run(LIST, nothing, false).exit()).isEqualTo(2);
        assertThat(run(LIST, nothing, true).exit()).isZero();
        assertThat(compare(LIST).exit()).isEqualTo(2);
    }

    private Path list(String rows) throws IOException {
        return Files.writeString(temporary.resolve("list.csv"), HEADER + rows);
    }

    private Outcome compare(Path list, String... components) throws IOException, InterruptedException {
        return run(list, bill(components), false);
    }

    private Path bill(String... components) throws IOException {
        return bill(Stream.of(components).map(component -> "maven/" + component));
    }

    private Path bill(Stream<String> components) throws IOException {
        String bill = components
                .map(component -> "{ \"type\" : \"library\", \"purl\" : \"pkg:" + component + "\" }")
                .collect(Collectors.joining(", ", "{ \"bomFormat\" : \"CycloneDX\", \"components\" : [ ", " ] }"));
        return Files.writeString(temporary.resolve("bill.json"), bill);
    }

    private static Outcome run(Path list, Path bill, boolean offline) throws IOException, InterruptedException {
        return run(List.of("-cp", classes.toString(), "MinimumVersions"), list, bill, offline);
    }

    private static Outcome run(List<String> program, Path list, Path bill, boolean offline)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(program);
        command.addAll(List.of(list.toString(), bill.toString(), "offline=" + offline));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    private record Outcome(int exit, String output) {}
}
