package io.dronedelivery.localstack.option;

import java.util.function.Function;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One option of the command line.
 *
 * @param name such as {@code local.port.gateway}, without the leading dashes
 * @param value text after the equals sign, as the help shows it
 * @param defaultText the value when the option is not given; empty for none
 * @param help one line
 * @param reader makes a value of the text; its {@link IllegalArgumentException} says what is expected
 */
record Option<T>(String name, String value, String defaultText, String help, Function<String, T> reader) {

    OptionSpec spec() {
        return OptionSpec.builder("--" + name)
                .paramLabel(value)
                .type(String.class)
                .description(defaultText.isEmpty() ? help : help + " (default " + defaultText + ")")
                .build();
    }

    /** @throws UsageException naming this option when the text cannot be read */
    T read(String text) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException unreadable) {
            throw new UsageException("--%s=%s: %s".formatted(name, text, unreadable.getMessage()));
        }
    }
}
