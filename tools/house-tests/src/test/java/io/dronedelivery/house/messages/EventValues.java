package io.dronedelivery.house.messages;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.jspecify.annotations.Nullable;

/**
 * Values of what events are made of, from one extreme to the other. A name means the same in all services, so the name of a record's
 * component tells its values.
 */
final class EventValues {

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    private static final BigDecimal CENT = new BigDecimal("0.01");
    /** Of an audit's page. */
    private static final int MOST_DELIVERIES = 1_000;

    private static final int MOST_PACKAGES = 7;

    private EventValues() {}

    static Arbitrary<@Nullable Object> of(String name, Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return list(name, of(name, list.getActualTypeArguments()[0])).map(each -> each);
        }
        return ((Class<?>) type).isRecord()
                ? record((Class<?>) type)
                : named(name, (Class<?>) type).map(each -> each);
    }

    private static Arbitrary<@Nullable Object> record(Class<?> type) {
        List<Arbitrary<@Nullable Object>> components = Arrays.stream(type.getRecordComponents())
                .map(EventValues::component)
                .toList();
        return Combinators.combine(components).as(values -> {
            var arguments = values.iterator();
            return Reflection.make(type, parameter -> arguments.next());
        });
    }

    private static Arbitrary<@Nullable Object> component(RecordComponent component) {
        Arbitrary<@Nullable Object> present = of(component.getName(), component.getGenericType());
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class) ? present.injectNull(0.5) : present;
    }

    private static Arbitrary<List<@Nullable Object>> list(String name, Arbitrary<@Nullable Object> items) {
        return switch (name) {
            case "packages" -> items.list().ofMinSize(1).ofMaxSize(MOST_PACKAGES);
            case "deliveries", "missing" ->
                Arbitraries.frequencyOf(
                        Tuple.of(
                                9,
                                items.list()
                                        .ofMinSize(name.equals("missing") ? 0 : 1)
                                        .ofMaxSize(5)),
                        Tuple.of(1, items.map(item -> Collections.nCopies(MOST_DELIVERIES, item))));
            default -> throw unknown(name, List.class);
        };
    }

    private static Arbitrary<?> named(String name, Class<?> type) {
        return switch (name) {
            case "id", "deliveryId", "ownerId", "droneId" -> identifier();
            case "packageId" ->
                Combinators.combine(identifier(), number(MOST_PACKAGES)).as((id, n) -> id + "-" + n);
            case "auditId" ->
                extremes(
                        "-",
                        "Z".repeat(64),
                        letters().withChars("-").ofMinLength(1).ofMaxLength(64));
            case "size" -> Arbitraries.of("small", "medium", "large");
            // Not of the event, but of the document that it is made of.
            case "type", "status", "cause" -> Arbitraries.just(name);
            case "times" -> number(2);
            case "at", "handledUntil", "requestedAt", "acceptedAt", "completedAt", "departedAt", "arrivedAt" ->
                instants();
            case "latitude" -> degrees(90, type);
            case "longitude" -> degrees(180, type);
            case "weightKg" -> decimals(CENT, "25");
            case "packagesWeightKg", "payloadKg", "capacityKg" -> decimals(CENT, "175");
            // Half of the earth's circumference.
            case "distanceKm" -> decimals(BigDecimal.ZERO, "20015.09");
            case "flightSeconds" ->
                extremes(0L, Long.MAX_VALUE, Arbitraries.longs().between(0, Integer.MAX_VALUE));
            case "packageCount", "number", "count" -> number(MOST_PACKAGES);
            case "page", "tariffVersion" -> number(Integer.MAX_VALUE);
            case "year" -> number(9999);
            case "month" -> number(12);
            case "expedited" -> Arbitraries.of(true, false);
            default -> throw unknown(name, type);
        };
    }

    private static IllegalStateException unknown(String name, Class<?> type) {
        return new IllegalStateException("No values are known of " + name + ", " + type.getSimpleName()
                + ": they are to be added to EventValues");
    }

    private static StringArbitrary letters() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('A', 'Z')
                .numeric();
    }

    private static Arbitrary<String> identifier() {
        return extremes(
                "_",
                "-".repeat(64),
                letters()
                        .withChars("._-")
                        .ofMinLength(1)
                        .ofMaxLength(64)
                        .filter(id -> !id.equals(".") && !id.equals("..")));
    }

    private static Arbitrary<Integer> number(int most) {
        return extremes(1, most, Arbitraries.integers().between(1, most));
    }

    private static Arbitrary<Instant> instants() {
        return extremes(
                Instant.EPOCH,
                LAST,
                Combinators.combine(
                                Arbitraries.longs().between(0, LAST.getEpochSecond()),
                                Arbitraries.of(0, 1, 120_000_000, 999_999_999))
                        .as(Instant::ofEpochSecond));
    }

    private static Arbitrary<BigDecimal> decimals(BigDecimal least, String most) {
        BigDecimal limit = new BigDecimal(most);
        return extremes(
                least, limit, Arbitraries.bigDecimals().between(least, limit).ofScale(2));
    }

    private static Arbitrary<?> degrees(int most, Class<?> type) {
        BigDecimal limit = BigDecimal.valueOf(most);
        Arbitrary<BigDecimal> degrees = extremes(
                limit.negate(),
                limit,
                Arbitraries.bigDecimals().between(limit.negate(), limit).ofScale(15));
        return type == double.class ? degrees.map(BigDecimal::doubleValue) : degrees;
    }

    private static <T> Arbitrary<T> extremes(T least, T most, Arbitrary<T> between) {
        return Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.just(least)), Tuple.of(1, Arbitraries.just(most)), Tuple.of(3, between));
    }
}
