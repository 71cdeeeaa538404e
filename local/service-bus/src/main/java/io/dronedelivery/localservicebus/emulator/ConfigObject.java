package io.dronedelivery.localservicebus.emulator;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** An object of the configuration file with its place in it, so that every error can name the place. */
record ConfigObject(String path, JsonNode node) {
    ConfigObject knows(String... keys) {
        if (!node.isObject() && !node.isMissingNode()) {
            throw problem("must be an object");
        }
        for (String name : node.propertyNames()) {
            if (!Arrays.asList(keys).contains(name)) {
                throw new IllegalArgumentException(
                        "%s is not known; known here are %s".formatted(child(name), String.join(", ", keys)));
            }
        }
        return this;
    }

    ConfigObject object(String key) {
        JsonNode value = node.path(key);
        return new ConfigObject(child(key), value.isNull() ? MissingNode.getInstance() : value);
    }

    boolean isPresent() {
        return !node.isMissingNode();
    }

    List<ConfigObject> list(String key) {
        JsonNode array = node.path(key);
        if (array.isMissingNode() || array.isNull()) {
            return List.of();
        }
        if (!array.isArray()) {
            throw object(key).problem("must be an array");
        }
        List<ConfigObject> entries = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            entries.add(new ConfigObject("%s[%d]".formatted(child(key), i), array.get(i)));
        }
        return entries;
    }

    String requiredText(String key) {
        return text(key).orElseThrow(() -> object(key).problem("is missing"));
    }

    Optional<String> text(String key) {
        ConfigObject value = object(key);
        if (!value.isPresent()) {
            return Optional.empty();
        }
        if (!value.node.isString()) {
            throw value.problem("must be text");
        }
        return Optional.of(value.node.stringValue());
    }

    void ifText(String key, Consumer<String> then) {
        text(key).ifPresent(value -> at(key, () -> then.accept(value)));
    }

    void ifDuration(String key, Consumer<Duration> then) {
        text(key).ifPresent(value -> at(key, () -> then.accept(duration(key, value))));
    }

    void ifFlag(String key, Consumer<Boolean> then) {
        ConfigObject value = object(key);
        if (value.isPresent()) {
            if (!value.node.isBoolean()) {
                throw value.problem("must be true or false");
            }
            then.accept(value.node.booleanValue());
        }
    }

    boolean flag(String key) {
        boolean[] flag = new boolean[1];
        ifFlag(key, value -> flag[0] = value);
        return flag[0];
    }

    void ifInteger(String key, Consumer<Integer> then) {
        ConfigObject value = object(key);
        if (value.isPresent()) {
            if (!value.node.isInt()) {
                throw value.problem("must be a whole number");
            }
            at(key, () -> then.accept(value.node.intValue()));
        }
    }

    private Duration duration(String key, String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw object(key).problem("must be an ISO 8601 duration such as PT30S, not '" + text + "'");
        }
    }

    private void at(String key, Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(child(key)) ? e : new IllegalArgumentException(child(key) + ": " + message, e);
        }
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    IllegalArgumentException problem(String problem) {
        return new IllegalArgumentException(path + " " + problem);
    }
}
