package io.dronedelivery.messaging.settings;

import java.util.List;

/** Finds settings that contradict each other. Beans of this type are called at the start, before the application connects. */
@FunctionalInterface
public interface SettingsCheck {

    /** All contradictions, both warnings and errors. */
    List<Contradiction> contradictions();
}
