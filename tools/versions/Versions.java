import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares each version among the properties of the poms with the newest release that resolves, file by file, at the repository that Maven
 * uses. The profile {@code versions} starts it from its source, see docs/versions.md.
 *
 * <p>Arguments: the project's directory and the repository's address. Ends with 1 when a version is older than it could be and docs/versions.md
 * has no row for it, or has a row for one that is not.
 */
final class Versions {

    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>([^<$]+)</\\1>");
    private static final Pattern ARTIFACT = Pattern.compile(
            "<groupId>([\\w.-]+)</groupId>\\s*<artifactId>([\\w.-]+)</artifactId>\\s*<version>\\$\\{([\\w.-]+)}</version>(\\s*<type>pom</type>)?");
    private static final Pattern LISTED = Pattern.compile("<version>([^<]+)</version>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.-]+\\.version)`");

    /** What is no release; a version of ours that has such a word may be followed by one with the same word. */
    private static final Pattern UNFINISHED =
            Pattern.compile("(?i)[.-](alpha|beta|b|m|rc|cr|preview|snapshot|incubating)[.-]?\\d*$");

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Of each artifact: releases older than these are not looked at. */
    private static final int NEWEST = 12;

    private record Artifact(String group, String name, boolean pomOnly) {

        String folder() {
            return group.replace('.', '/') + "/" + name + "/";
        }

        List<String> files(String version) {
            String file = folder() + version + "/" + name + "-" + version;
            return pomOnly ? List.of(file + ".pom") : List.of(file + ".pom", file + ".jar");
        }
    }

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final String repository;

    private Versions(String repository) {
        this.repository = repository.endsWith("/") ? repository : repository + "/";
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path project = Path.of(args[0]);
        Map<String, String> ours = new TreeMap<>();
        Map<String, List<Artifact>> artifacts = new LinkedHashMap<>();
        for (Path pom : poms(project)) {
            String text = Files.readString(pom);
            matches(PROPERTY, text).forEach(property -> ours.put(property.group(1), property.group(2)));
            matches(ARTIFACT, text)
                    .forEach(artifact -> artifacts
                            .computeIfAbsent(artifact.group(3), property -> new ArrayList<>())
                            .add(new Artifact(artifact.group(1), artifact.group(2), artifact.group(4) != null)));
        }
        ours.keySet().stream()
                .filter(property -> !artifacts.containsKey(property))
                .forEach(property -> System.out.println(property + " is not compared: no artifact has it as its version"));
        ours.keySet().retainAll(artifacts.keySet());
        Set<String> explained = new TreeSet<>();
        matches(ROW, Files.readString(project.resolve("docs/versions.md"))).forEach(row -> explained.add(row.group(1)));
        System.exit(new Versions(args[1]).compare(ours, artifacts, explained));
    }

    private int compare(Map<String, String> ours, Map<String, List<Artifact>> artifacts, Set<String> explained)
            throws IOException, InterruptedException {
        List<String> complaints = new ArrayList<>();
        System.out.printf("%-44s %-22s %s%n", "property", "ours", "newest that resolves");
        for (Map.Entry<String, String> property : ours.entrySet()) {
            String version = property.getValue();
            String newest = newest(version, artifacts.get(property.getKey())).orElse(version);
            boolean older = !newest.equals(version);
            boolean has = explained.remove(property.getKey());
            System.out.printf(
                    "%-44s %-22s %s%n",
                    property.getKey(), version, older ? newest + (has ? "  (docs/versions.md says why not)" : "") : "");
            if (older && !has) {
                complaints.add(property.getKey() + " is " + version + ", and " + newest
                        + " resolves: take it, or say in docs/versions.md why not");
            } else if (!older && has) {
                complaints.add(property.getKey() + " is the newest that resolves: its row in docs/versions.md can go");
            }
        }
        explained.forEach(property -> complaints.add("docs/versions.md explains " + property + ", which no pom has"));
        complaints.forEach(complaint -> System.err.println("[versions] " + complaint));
        return complaints.isEmpty() ? 0 : 1;
    }

    /** The newest release, not older than this one, of which all artifacts have all files. */
    private Optional<String> newest(String ours, List<Artifact> artifacts) throws IOException, InterruptedException {
        HttpResponse<String> listed = get(artifacts.get(0).folder() + "maven-metadata.xml");
        if (listed.statusCode() != 200) {
            throw new IOException(listed.uri() + " answered " + listed.statusCode());
        }
        List<String> newer = matches(LISTED, listed.body())
                .map(match -> match.group(1))
                .filter(version -> qualifier(version).equals(qualifier(ours)))
                .filter(version -> BY_AGE.compare(version, ours) > 0)
                .sorted(BY_AGE.reversed())
                .limit(NEWEST)
                .toList();
        for (String version : newer) {
            if (resolves(version, artifacts)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    private boolean resolves(String version, List<Artifact> artifacts) throws IOException, InterruptedException {
        for (Artifact artifact : artifacts) {
            for (String file : artifact.files(version)) {
                HttpRequest head = request(file)
                        .method("HEAD", HttpRequest.BodyPublishers.noBody())
                        .build();
                if (http.send(head, BodyHandlers.discarding()).statusCode() != 200) {
                    return false;
                }
            }
        }
        return true;
    }

    private HttpResponse<String> get(String file) throws IOException, InterruptedException {
        return http.send(request(file).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String file) {
        return HttpRequest.newBuilder(URI.create(repository + file)).timeout(TIMEOUT);
    }

    /** The word of what is no release, without its own number, such as "alpha"; of a release nothing. */
    private static String qualifier(String version) {
        Matcher unfinished = UNFINISHED.matcher(version);
        return unfinished.find() ? unfinished.group(1) : "";
    }

    private static final Comparator<String> BY_AGE = (one, other) -> {
        List<Integer> left = numbers(one);
        List<Integer> right = numbers(other);
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            int difference = Integer.compare(i < left.size() ? left.get(i) : 0, i < right.size() ? right.get(i) : 0);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    };

    private static List<Integer> numbers(String version) {
        return matches(Pattern.compile("\\d{1,9}"), version)
                .map(number -> Integer.valueOf(number.group()))
                .toList();
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }

    private static List<Path> poms(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project, 3)) {
            return files.filter(file -> file.endsWith("pom.xml")).sorted().toList();
        }
    }
}
