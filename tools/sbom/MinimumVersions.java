import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Compares a CycloneDX bill of materials with the list of versions that have known vulnerabilities. The build starts it from its source for
 * each module that is run on its own, see docs/security.md.
 *
 * <p>Arguments: the list, the bill, and {@code offline=true} when Maven runs offline, where the CycloneDX plugin makes no bill. Ends with 1 when
 * a component is in a range of the list, and with 2 when the list or the bill cannot be read.
 */
final class MinimumVersions {

    private static final String HEADER = "component,from,fixed,advisory,source,accepted";

    /** Of each component there is one, such as pkg:maven/io.netty/netty-common@4.2.18.Final?type=jar or pkg:docker/grafana/grafana@13.2.0. */
    private static final Pattern PACKAGE_URL = Pattern.compile("\"purl\"\\s*:\\s*\"pkg:(maven|docker)/([^@\"]+)@([^?#\"]+)");

    /** A row: versions from the one, and before the other, are affected. An affected one may be accepted for a reason. */
    private record Advisory(String component, String from, String fixed, String id, String accepted) {

        boolean affects(Component other) {
            return other.name().equals(component)
                    && compare(other.version(), from) >= 0
                    && compare(other.version(), fixed) < 0;
        }
    }

    private record Component(String name, String version) {}

    private MinimumVersions() {}

    public static void main(String[] args) throws IOException {
        Path bill = Path.of(args[1]);
        if (Files.notExists(bill) && args[2].equals("offline=true")) {
            System.out.println("[versions] not compared: with -o Maven makes no bill of materials");
            return;
        }
        List<Advisory> advisories = advisories(Path.of(args[0]));
        List<Component> components = components(bill);
        boolean vulnerable = false;
        for (Component component : components) {
            for (Advisory advisory : advisories) {
                if (advisory.affects(component)) {
                    vulnerable |= advisory.accepted().isEmpty();
                    report(component, advisory);
                }
            }
        }
        System.exit(vulnerable ? 1 : 0);
    }

    private static void report(Component component, Advisory advisory) {
        String found = "[versions] %s is %s, needed is %s or newer: %s"
                .formatted(component.name(), component.version(), advisory.fixed(), advisory.id());
        if (advisory.accepted().isEmpty()) {
            System.err.println(found);
        } else {
            System.out.println(found + ", accepted: " + advisory.accepted());
        }
    }

    private static List<Advisory> advisories(Path list) throws IOException {
        List<String> lines = Files.readAllLines(list);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw unreadable(list + " has to begin with the line " + HEADER);
        }
        List<Advisory> advisories = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells.length != 6
                    || List.of(cells).subList(0, 5).contains("")
                    || compare(cells[1], cells[2]) >= 0) {
                throw unreadable(list + " has a row that is not " + HEADER + ": " + line);
            }
            advisories.add(new Advisory(cells[0], cells[1], cells[2], cells[3], cells[5]));
        }
        return advisories;
    }

    private static List<Component> components(Path bill) throws IOException {
        if (Files.notExists(bill)) {
            throw unreadable(bill + " does not exist: the CycloneDX plugin makes it in the phase prepare-package");
        }
        List<Component> components = PACKAGE_URL
                .matcher(Files.readString(bill))
                .results()
                .map(MinimumVersions::component)
                .distinct()
                .toList();
        if (components.isEmpty()) {
            throw unreadable(bill + " names no component");
        }
        return components;
    }

    private static Component component(MatchResult purl) {
        String name = purl.group(1).equals("maven") ? purl.group(2).replace('/', ':') : purl.group(2);
        return new Component(name, URLDecoder.decode(purl.group(3), StandardCharsets.UTF_8));
    }

    private static RuntimeException unreadable(String why) {
        System.err.println("[versions] " + why);
        System.exit(2);
        return new IllegalStateException(why);
    }

    /** By the numbers in front; what follows them, such as Final or jre8, does not count, and neither does a v before them. */
    private static int compare(String one, String other) {
        String[] left = numbers(one);
        String[] right = numbers(other);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int difference = Long.compare(number(left, i), number(right, i));
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static String[] numbers(String version) {
        return version.replaceFirst("^v(?=\\d)", "").replaceFirst("[.-]?[^\\d.].*$", "").split("\\.");
    }

    private static long number(String[] numbers, int at) {
        return at < numbers.length && !numbers[at].isEmpty() ? Long.parseLong(numbers[at]) : 0;
    }
}
