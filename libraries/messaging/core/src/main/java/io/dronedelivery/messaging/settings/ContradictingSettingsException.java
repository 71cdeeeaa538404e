package io.dronedelivery.messaging.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The application cannot work with these settings. */
final class ContradictingSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Contradiction> contradictions;

    ContradictingSettingsException(List<Contradiction> contradictions) {
        super(contradictions.stream().map(Contradiction::problem).collect(Collectors.joining("; ")));
        this.contradictions = List.copyOf(contradictions);
    }

    List<Contradiction> contradictions() {
        return contradictions;
    }
}
