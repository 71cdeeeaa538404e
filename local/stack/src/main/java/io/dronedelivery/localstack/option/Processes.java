package io.dronedelivery.localstack.option;

import io.dronedelivery.localstack.application.Application;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of processes of each application.
 *
 * @param instances number for each application, at least one
 */
public record Processes(Map<Application, Integer> instances) {

    private static final int MOST = 9;

    public Processes {
        instances = Map.copyOf(instances);
    }

    public int of(Application application) {
        return instances.getOrDefault(application, 1);
    }

    /** Reads {@code off}, {@code 2}, or {@code delivery-service:2,gateway:1}. An application that is not named has one. */
    static Optional<Processes> read(String text) {
        if ("off".equals(text)) {
            return Optional.empty();
        }
        Map<Application, Integer> instances = new EnumMap<>(Application.class);
        if (text.contains(":")) {
            for (String one : text.split(",", -1)) {
                addTo(instances, one);
            }
        }
        int others = text.contains(":") ? 1 : number(text);
        Stream.of(Application.values()).forEach(application -> instances.putIfAbsent(application, others));
        return Optional.of(new Processes(instances));
    }

    private static void addTo(Map<Application, Integer> instances, String one) {
        String[] nameAndNumber = one.split(":", -1);
        Application application = Stream.of(Application.values())
                .filter(known -> known.label().equals(nameAndNumber[0]))
                .findFirst()
                .orElseThrow(Processes::unreadable);
        if (nameAndNumber.length != 2 || instances.put(application, number(nameAndNumber[1])) != null) {
            throw unreadable();
        }
    }

    private static int number(String text) {
        if (!text.matches("[1-" + MOST + "]")) {
            throw unreadable();
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                "expected off, a number from 1 to %d for all applications, or one for some of %s, each named once, such as delivery-service:2,drone-service:2"
                        .formatted(
                                MOST,
                                Stream.of(Application.values())
                                        .map(Application::label)
                                        .collect(Collectors.joining(", "))));
    }
}
