package io.dronedelivery.messaging.settings;

import java.util.List;

/** Looks for settings that contradict each other. Beans of this type are asked when the application starts, before it connects to anything. */
@FunctionalInterface
public interface SettingsCheck {

    /** All contradictions, the dangerous ones and those that cannot work. */
    List<Contradiction> contradictions();
}
