package io.dronedelivery.lab.comparisons.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads options: {@code --name=value}, {@code --name value}, and flags, which have no value. */
public final class CommandLine {

    private CommandLine() {}

    /** What takes the options one after another. */
    public interface Options {

        /** @return whether that is the name of an option without a value, which is set then */
        default boolean flag(String name) {
            return false;
        }

        /** @throws IllegalArgumentException naming the option, when it is unknown or its value wrong */
        void set(String name, String value);
    }

    /** @throws IllegalArgumentException naming the option that is unknown, incomplete or has a wrong value */
    public static void read(Options options, String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            if (equals > 0) {
                options.set(word.substring(0, equals), word.substring(equals + 1));
            } else if (!options.flag(word)) {
                if (i + 1 == arguments.length) {
                    throw new IllegalArgumentException(
                            word + " is unknown or lacks its value; --help lists the options");
                }
                options.set(word, arguments[++i]);
            }
        }
    }

    /** A whole number within bounds, both included. */
    public static int number(String name, String value, int least, int most) {
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    name + " must be a whole number from " + least + " to " + most + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    /** One of some words. */
    public static String oneOf(String name, String value, List<String> allowed) {
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(
                    name + " must be one of " + String.join(", ", allowed) + ", not '" + value + "'");
        }
        return value;
    }

    /** A file that can be read. */
    public static Path file(String name, String value) {
        Path path = Path.of(value);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new IllegalArgumentException(
                    name + ": there is no file " + path.toAbsolutePath().normalize());
        }
        return path;
    }

    /** A setting of an application, {@code key=value}, as an argument of it. */
    public static String setting(String name, String value) {
        if (value.indexOf('=') < 1) {
            throw new IllegalArgumentException(name + " must have the form key=value, not '" + value + "'");
        }
        return "--" + value;
    }

    /** For {@link Options#set}, when nothing has that name. */
    public static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(name + " is not an option; --help lists them");
    }
}
