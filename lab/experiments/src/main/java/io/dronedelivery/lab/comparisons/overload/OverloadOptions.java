package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.comparisons.command.CommandLine.file;
import static io.dronedelivery.lab.comparisons.command.CommandLine.number;
import static io.dronedelivery.lab.comparisons.command.CommandLine.setting;

import io.dronedelivery.lab.comparisons.command.CommandLine;
import io.dronedelivery.lab.kit.load.LoadTarget;
import java.nio.file.Path;
import java.util.ArrayList;
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

    static OverloadOptions parse(String... arguments) {
        Builder builder = new Builder();
        CommandLine.read(builder, arguments);
        return new OverloadOptions(
                builder.url,
                builder.of,
                builder.start,
                builder.jar,
                List.copyOf(builder.gatewaySettings),
                builder.heedRetryAfter,
                builder.usual,
                builder.connections,
                builder.seconds,
                builder.good,
                builder.capacity,
                builder.service,
                builder.limit,
                builder.output);
    }

    /** The same, asked of another URL. */
    OverloadOptions asking(String other) {
        return new OverloadOptions(
                other,
                of,
                start,
                jar,
                gatewaySettings,
                heedRetryAfter,
                usual,
                connections,
                seconds,
                goodMillis,
                capacity,
                serviceMillis,
                limitPercent,
                output);
    }

    LoadTarget target() {
        return new LoadTarget(url, of);
    }

    private static final class Builder implements CommandLine.Options {

        private String url = "http://localhost:8080/api/v1/owners/o-{n}/invoices/2026/11";
        private int of = 50;
        private boolean start;
        private @Nullable Path jar;
        private final List<String> gatewaySettings = new ArrayList<>();
        private boolean heedRetryAfter;
        private int usual = 16;
        private int connections = 2048;
        private int seconds = 20;
        private int good = 1000;
        private int capacity = 8;
        private int service = 50;
        private OptionalInt limit = OptionalInt.empty();
        private Path output = Path.of("target", "overload");

        @Override
        public boolean flag(String name) {
            boolean known = name.equals("--start");
            start |= known;
            return known;
        }

        @Override
        public void set(String name, String value) {
            switch (name) {
                case "--url" -> url = LoadTarget.checked(name, value);
                case "--of" -> of = number(name, value, 1, 1_000_000);
                case "--retry-after" -> heedRetryAfter = heeds(name, value);
                case "--usual" -> usual = number(name, value, 1, 1000);
                case "--connections" -> connections = number(name, value, 1, 10_000);
                case "--seconds" -> seconds = number(name, value, OverloadReport.RECOVERY_SECONDS + 1, 600);
                case "--good" -> good = number(name, value, 1, 60_000);
                case "--jar" -> jar = file(name, value);
                case "--gateway" -> gatewaySettings.add(setting(name, value));
                case "--capacity" -> capacity = number(name, value, 1, 1000);
                case "--service" -> service = number(name, value, 1, 10_000);
                case "--limit" -> limit = OptionalInt.of(number(name, value, 1, 100));
                case "--output" -> output = Path.of(value);
                default -> throw CommandLine.unknown(name);
            }
        }

        private static boolean heeds(String name, String value) {
            if (!value.equals("heed") && !value.equals("ignore")) {
                throw new IllegalArgumentException(name + " must be heed or ignore, not '" + value + "'");
            }
            return value.equals("heed");
        }
    }
}
