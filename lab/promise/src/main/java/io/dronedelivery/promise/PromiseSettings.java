package io.dronedelivery.promise;

import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.cluster.ClusterPlan;
import io.dronedelivery.promise.cluster.Form;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What a run is to be like, as in {@code -Dpromise.kills=20}.
 *
 * @param brokers one after the other
 * @param kills by {@code SIGKILL}; the other faults are spread among them
 * @param rate orders a second
 * @param seed decides who is killed when and what is ordered
 * @param asksForTokens whether every part asks for tokens
 * @param form the settings of the services
 * @param instances of each service
 * @param gateways how many
 * @param fault how long the network is faulty, handlers hang, the disk is full
 * @param away how long the broker is away
 * @param parking after how much time an event that alone is never done is parked
 * @param otherJars a folder with jars of another version, or nothing
 * @param output a folder for the results is made in it
 */
record PromiseSettings(
        List<StackBroker> brokers,
        int kills,
        int rate,
        long seed,
        boolean asksForTokens,
        Form form,
        int instances,
        int gateways,
        Duration fault,
        Duration away,
        Duration parking,
        String otherJars,
        Path output) {

    private static final String PREFIX = "promise.";

    /** @throws IllegalArgumentException naming the property that is wrong and what is expected */
    static PromiseSettings of(Properties given) {
        Form form = choice(given, "form", "long", List.of(Form.values()));
        boolean isShort = form == Form.SHORT;
        String jars = text(given, "other.jars", "");
        if (!jars.isEmpty() && !Files.isDirectory(Path.of(jars))) {
            throw bad("other.jars", jars, "a folder with jars");
        }
        String broker = text(given, "broker", "both");
        return new PromiseSettings(
                broker.equals("both")
                        ? List.of(StackBroker.KAFKA, StackBroker.SERVICEBUS)
                        : List.of(choice(given, "broker", "", List.of(StackBroker.values()))),
                number(given, "kills", 5, 0, 10_000),
                number(given, "rate", 15, 1, 500),
                number(given, "seed", new Random().nextInt(1_000_000), 0, Integer.MAX_VALUE),
                isOn(given, "auth"),
                form,
                number(given, "instances", 2, 1, 4),
                number(given, "gateways", isShort ? 1 : 2, 1, 4),
                Duration.ofSeconds(number(given, "fault", isShort ? 3 : 15, 1, 3600)),
                Duration.ofSeconds(number(given, "away", isShort ? 8 : 120, 1, 24 * 3600)),
                Duration.ofSeconds(number(given, "parking", 300, 10, 24 * 3600)),
                jars,
                Path.of(text(given, "output", "target/promise")).toAbsolutePath());
    }

    /** The cluster of a broker: the second instances of two services publish what a coming version might. */
    ClusterPlan cluster(StackBroker broker) {
        ClusterPlan plan = new ClusterPlan(
                broker,
                form,
                output.resolve("clusters").resolve(broker.setting()),
                asksForTokens,
                instances,
                gateways,
                Map.of(),
                clocks(broker),
                otherJars,
                Map.of("messaging.retry.parking.after", parking.toString()));
        return instances < 2 || !otherJars.isEmpty() ? plan : ComingVersion.in(plan);
    }

    /**
     * Cosmos DB refuses a caller that is off by more than 15 minutes, and a token is not valid yet for one that is behind. Service Bus's client
     * renews its locks without pause where the clock is ahead by more than a lock lasts: a third of a processor for each instance, which
     * the short form does not spend.
     */
    private Map<String, Duration> clocks(StackBroker broker) {
        if (form == Form.SHORT && broker == StackBroker.SERVICEBUS) {
            return Map.of();
        }
        return Map.of(
                "delivery-service-2", Duration.ofMinutes(10),
                "drone-service-2", Duration.ofMinutes(asksForTokens ? 10 : -10),
                "invoice-service-2", Duration.ofHours(asksForTokens ? 2 : -2));
    }

    private static String text(Properties given, String name, String fallback) {
        String value = given.getProperty(PREFIX + name, "").strip();
        return value.isEmpty() ? fallback : value;
    }

    private static boolean isOn(Properties given, String name) {
        String value = text(given, name, "on");
        if (!value.equals("on") && !value.equals("off")) {
            throw bad(name, value, "on or off");
        }
        return value.equals("on");
    }

    private static int number(Properties given, String name, int fallback, int least, int most) {
        String value = text(given, name, Integer.toString(fallback));
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw bad(name, value, "a whole number from " + least + " to " + most);
        }
        return Integer.parseInt(value);
    }

    private static <T extends Enum<T>> T choice(Properties given, String name, String fallback, List<T> all) {
        String value = text(given, name, fallback);
        return all.stream()
                .filter(one -> lower(one).equals(value))
                .findFirst()
                .orElseThrow(() -> bad(
                        name,
                        value,
                        "one of " + all.stream().map(PromiseSettings::lower).collect(Collectors.joining(", "))));
    }

    private static String lower(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
    }

    private static IllegalArgumentException bad(String name, String value, String expected) {
        return new IllegalArgumentException("-D" + PREFIX + name + "=" + value + ": expected is " + expected);
    }

    Map<String, Object> shown() {
        return Map.of(
                "kills", kills,
                "rate", rate,
                "seed", seed,
                "form", lower(form),
                "instances", instances,
                "gateways", gateways,
                "tokens", asksForTokens);
    }
}
