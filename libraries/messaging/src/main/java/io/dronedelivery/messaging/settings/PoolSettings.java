package io.dronedelivery.messaging.settings;

import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;

/** The pools of PostgreSQL: that of the application and that of the dispatcher's message log. */
final class PoolSettings implements SettingsCheck {

    private static final String APPLICATION = "spring.r2dbc.pool.";
    /** What r2dbc-pool has when nothing is set. */
    private static final int R2DBC_DEFAULT = 10;

    private final Environment environment;

    PoolSettings(Environment environment) {
        this.environment = environment;
    }

    @Override
    public List<Contradiction> contradictions() {
        List<Contradiction> found = new ArrayList<>();
        aboveMaximum(APPLICATION + "min-idle", 0, found);
        aboveMaximum(APPLICATION + "initial-size", 0, found);
        return found;
    }

    private void aboveMaximum(String minimum, int byDefault, List<Contradiction> found) {
        int min = environment.getProperty(minimum, Integer.class, byDefault);
        int max = environment.getProperty(APPLICATION + "max-size", Integer.class, R2DBC_DEFAULT);
        if (min > max) {
            found.add(Contradiction.error(
                    "%s is %d, above %smax-size, which is %d".formatted(minimum, min, APPLICATION, max),
                    "Lower %s or raise %smax-size".formatted(minimum, APPLICATION)));
        }
    }
}
