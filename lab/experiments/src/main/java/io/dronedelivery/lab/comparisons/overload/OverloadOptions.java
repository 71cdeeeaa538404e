package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.Arguments;
import io.dronedelivery.lab.kit.load.LoadTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a run, see {@link #HELP}.
 *
 * @param url what is asked, of a gateway that runs already unless {@code start}
 * @param jar null for the classes of this build
 */
record OverloadOptions(
        String url,
        int of,
        boolean start,
        @Nullable Path jar,
        List<String> gatewaySettings,
        boolean heedRetryAfter,
        int usual,
        int connections,
        int seconds,
        int goodMillis,
        int capacity,
        int serviceMillis,
        OptionalInt limitPercent,
        Path output) {

    static final String HELP = """
        Good answers a second before, during and after an overload. Each connection asks again as soon as it is answered.
        A good answer is a 200 within --good ms.

          --url URL          what is asked; {n} in it becomes 1, 2, ... in turn (http://localhost:8080/api/v1/owners/o-{n}/invoices/2026/11)
          --of N             the last number that becomes of {n}, 1 to 1000000 (50)
          --retry-after WHAT heed: who is refused asks again after the time that the answer says; ignore: at once (ignore)
          --usual N          connections before and after, 1 to 1000 (16)
          --connections N    connections during the overload, 1 to 10000 (2048)
          --seconds N        length of each of the three, 6 to 600 (20)
          --good MS          1 to 60000 (1000)
          --start            starts a gateway and a backend of a fixed capacity, and asks this gateway instead of --url
          --jar PATH         the runnable jar of the gateway that is started (without it, the classes of this build)
          --gateway SETTING  a further setting of the gateway that is started, key=value; can be repeated
          --capacity N       requests that it works on at once, 1 to 1000 (8)
          --service MS       how long it works on one, 1 to 10000 (50)
          --limit PERCENT    exit with 1 when fewer than this share of the good answers before are given during the overload, or fewer than
                             95 % of them from 5 s after it
          --output DIR       where results.json and results.md go (target/overload)
          --help             this text
        """;

    private OverloadOptions(Arguments given) {
        this(
                given.value(
                        "--url",
                        "http://localhost:8080/api/v1/owners/o-{n}/invoices/2026/11",
                        value -> LoadTarget.checked("--url", value)),
                given.number("--of", 50, 1, 1_000_000),
                given.flag("--start"),
                given.file("--jar"),
                given.settings("--gateway"),
                given.oneOf("--retry-after", "ignore", List.of("heed", "ignore"))
                        .equals("heed"),
                given.number("--usual", 16, 1, 1000),
                given.number("--connections", 2048, 1, 10_000),
                given.number("--seconds", 20, OverloadReport.RECOVERY_SECONDS + 1, 600),
                given.number("--good", 1000, 1, 60_000),
                given.number("--capacity", 8, 1, 1000),
                given.number("--service", 50, 1, 10_000),
                given.number("--limit", 1, 100),
                given.output("overload"));
    }

    static OverloadOptions parse(String... words) {
        return Arguments.read(OverloadOptions::new, List.of("--start"), words);
    }

    /** What is asked of a gateway that runs already. */
    LoadTarget target() {
        return new LoadTarget(url, of);
    }
}
