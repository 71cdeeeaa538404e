package io.dronedelivery.loadtest;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what the user gave with {@code -Dname=value}; a bad value is named together with what is expected. */
public final class Settings {

    private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m)");

    private final Function<String, @Nullable String> source;

    /** @param source gives the value of a name, or null */
    public Settings(Function<String, @Nullable String> source) {
        this.source = source;
    }

    public static Settings ofSystemProperties() {
        return new Settings(System::getProperty);
    }

    public String text(String name, String fallback) {
        String value = source.apply(name);
        return value == null || value.isBlank() ? fallback : value.strip();
    }

    String baseUrl(String name, String fallback) {
        String value = text(name, fallback);
        try {
            URI uri = new URI(value);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
            }
        } catch (URISyntaxException e) {
            throw bad(name, value, "a URL such as " + fallback);
        }
        throw bad(name, value, "a URL such as " + fallback);
    }

    public int number(String name, int fallback, int least, int most) {
        String value = text(name, Integer.toString(fallback));
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(name, value, "a whole number from " + least + " to " + most);
        }
        throw bad(name, value, "a whole number from " + least + " to " + most);
    }

    List<Integer> years(String name, String fallback) {
        String value = text(name, fallback);
        try {
            return Arrays.stream(value.split(","))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .toList();
        } catch (NumberFormatException e) {
            throw bad(name, value, "years such as " + fallback);
        }
    }

    public Duration duration(String name, String fallback) {
        String value = text(name, fallback);
        Matcher matcher = DURATION.matcher(value);
        if (!matcher.matches()) {
            throw bad(name, value, "a time such as 420ms, 48s or 8m");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    public static IllegalArgumentException bad(String name, String value, String expected) {
        return new IllegalArgumentException("-D" + name + "=" + value + ": expected is " + expected);
    }
}
