package io.dronedelivery.messaging.settings;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Runs all checks when the beans exist and before any of them connects. */
record SettingsAtStart(ObjectProvider<SettingsCheck> checks) implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(SettingsAtStart.class);

    /** @throws ContradictingSettingsException naming every setting that cannot work */
    @Override
    public void afterSingletonsInstantiated() {
        List<Contradiction> found = checks.orderedStream()
                .flatMap(check -> check.contradictions().stream())
                .toList();
        found.stream()
                .filter(contradiction -> contradiction.severity() == Contradiction.ContradictionSeverity.WARNING)
                .forEach(warning -> log.warn("Settings: {}. {}", warning.problem(), warning.remedy()));
        List<Contradiction> errors = found.stream()
                .filter(contradiction -> contradiction.severity() == Contradiction.ContradictionSeverity.ERROR)
                .toList();
        if (!errors.isEmpty()) {
            throw new ContradictingSettingsException(errors);
        }
    }
}
