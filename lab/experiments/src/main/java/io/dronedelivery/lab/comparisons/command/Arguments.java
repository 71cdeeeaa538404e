package io.dronedelivery.lab.comparisons.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of a command line: {@code --name=value}, {@code --name value}, and flags, which have no value. Each method takes the option of a
 * name, or what is usual without it, and throws an {@link IllegalArgumentException} that names an option with a wrong value.
 */
public final class Arguments {

    private final Map<String, List<String>> given = new HashMap<>();
    private final List<String> flags = new ArrayList<>();

    private Arguments(List<String> knownFlags, String... words) {
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            if (equals > 0) {
                add(word.substring(0, equals), word.substring(equals + 1));
            } else if (knownFlags.contains(word)) {
                flags.add(word);
            } else if (i + 1 == words.length) {
                throw new IllegalArgumentException(word + " is unknown or lacks its value; --help lists the options");
            } else {
                add(word, words[++i]);
            }
        }
    }

    private void add(String name, String value) {
        given.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }

    /**
     * Reads a command line.
     *
     * @param reader takes all options that there are
     * @param flags those without a value
     * @throws IllegalArgumentException naming an option that is unknown, incomplete or has a wrong value
     */
    public static <O> O read(Function<Arguments, O> reader, List<String> flags, String... words) {
        Arguments arguments = new Arguments(flags, words);
        O options = reader.apply(arguments);
        arguments.given.keySet().stream().findFirst().ifPresent(unknown -> {
            throw new IllegalArgumentException(unknown + " is not an option; --help lists them");
        });
        return options;
    }

    public boolean flag(String name) {
        return flags.contains(name);
    }

    public <T> T value(String name, T usual, Function<String, ? extends T> reader) {
        String value = last(name);
        return value == null ? usual : reader.apply(value);
    }

    private @Nullable String last(String name) {
        List<String> values = given.remove(name);
        return values == null ? null : values.get(values.size() - 1);
    }

    public String text(String name, String usual) {
        return value(name, usual, value -> value);
    }

    /** A whole number within bounds, both included. */
    public int number(String name, int usual, int least, int most) {
        return value(name, usual, value -> number(name, value, least, most));
    }

    /** The same, empty without the option. */
    public OptionalInt number(String name, int least, int most) {
        return value(name, OptionalInt.empty(), value -> OptionalInt.of(number(name, value, least, most)));
    }

    public Duration seconds(String name, int usual, int least, int most) {
        return Duration.ofSeconds(number(name, usual, least, most));
    }

    /** One of some words. */
    public String oneOf(String name, String usual, List<String> allowed) {
        return value(name, usual, value -> checked(name, value, allowed));
    }

    /** Some of these words, separated by commas, each once. */
    public List<String> someOf(String name, List<String> usual, List<String> allowed) {
        return value(name, usual, value -> someOf(name, value, allowed));
    }

    /** A file that can be read; null without the option. */
    public @Nullable Path file(String name) {
        String value = last(name);
        if (value == null) {
            return null;
        }
        Path path = Path.of(value);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    name + ": there is no file " + path.toAbsolutePath().normalize());
        }
        return path;
    }

    /** Settings of an application, {@code key=value}, as arguments of it; the option may be repeated. */
    public List<String> settings(String name) {
        return Stream.ofNullable(given.remove(name))
                .flatMap(List::stream)
                .map(value -> {
                    if (value.indexOf('=') < 1) {
                        throw new IllegalArgumentException(name + " must have the form key=value, not '" + value + "'");
                    }
                    return "--" + value;
                })
                .toList();
    }

    /** The folder of the results: by default that of the profile. */
    public Path output(String profile) {
        return value("--output", Path.of("target", profile), Path::of);
    }

    /** A number that is a part of the option's value. */
    public static int number(String name, String value, int least, int most) {
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    name + " must be a whole number from " + least + " to " + most + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    private static String checked(String name, String value, List<String> allowed) {
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(
                    name + " must be one of " + String.join(", ", allowed) + ", not '" + value + "'");
        }
        return value;
    }

    /** See {@link #someOf(String, List, List)}. */
    public static List<String> someOf(String name, String value, List<String> allowed) {
        return Stream.of(value.split(",", -1))
                .map(one -> checked(name, one, allowed))
                .distinct()
                .toList();
    }
}
