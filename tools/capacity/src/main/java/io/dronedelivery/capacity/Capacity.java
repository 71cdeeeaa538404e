package io.dronedelivery.capacity;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints what a load needs: {@code --requests 10000}. */
public final class Capacity {

    private static final String USAGE = """
            --requests N[,N...]   requests a second: prints what they need
            --page FILE           writes the page, docs/capacity.md
            --prices FILE         lines "name = price | date and where from": adds what a month costs
            --NAME NUMBER         another value of an input, such as --share.posts 0.2
            """;

    private Capacity() {}

    /** Ends with 2 when the arguments cannot be worked with. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            out.print(run(arguments));
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** @throws UsageException saying what is allowed */
    static String run(String... arguments) {
        Inputs inputs = Inputs.shipped();
        Optional<Inputs> prices = Optional.empty();
        List<Double> loads = new ArrayList<>();
        Optional<Path> page = Optional.empty();
        for (int at = 0; at < arguments.length; at++) {
            String argument = arguments[at];
            if (!argument.startsWith("--") || at + 1 == arguments.length) {
                throw new UsageException(
                        argument + (argument.startsWith("--") ? " has no value." : " is no option.") + "\n" + USAGE);
            }
            String value = arguments[++at];
            switch (argument) {
                case "--requests" -> {
                    for (String load : value.split(",")) {
                        loads.add(Inputs.number("--requests", load));
                    }
                }
                case "--page" -> page = Optional.of(Path.of(value));
                case "--prices" -> prices = Optional.of(read(Path.of(value)));
                default -> inputs = inputs.with(argument.substring(2), value);
            }
        }
        Report report = new Report(inputs, prices);
        if (page.isPresent()) {
            return write(page.get(), Page.of(report));
        }
        if (loads.isEmpty()) {
            throw new UsageException(USAGE);
        }
        return report.table(loads) + "\nA month costs\n\n" + report.formulas(loads) + "\n" + report.limits();
    }

    private static String write(Path file, String text) {
        try {
            return "Written: " + Files.writeString(file, text) + "\n";
        } catch (IOException e) {
            throw new UsageException("--page " + file + " cannot be written: " + e);
        }
    }

    private static Inputs read(Path file) {
        try {
            return Inputs.parse(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new UsageException("--prices " + file + " cannot be read: " + e);
        }
    }
}
