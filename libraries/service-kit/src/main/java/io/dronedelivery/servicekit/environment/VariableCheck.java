package io.dronedelivery.servicekit.environment;

import io.dronedelivery.servicekit.environment.Spelling.Guess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Warns of variables of the environment that are nearly a setting: a mistyped variable has no effect, and Spring Boot says nothing. A variable
 * does not end the start, because an environment has many authors; those that Kubernetes makes of services look like settings, too.
 */
final class VariableCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(VariableCheck.class);

    private static final String ENVIRONMENT = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

    /** Upper case, as all of ours are written. */
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)+");

    /** What Kubernetes sets for each Service of the namespace: {@code GATEWAY_PORT_8080_TCP_ADDR} and so on. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern ADDRESS_OF_A_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        Map<String, String> variables =
                variables(environment.getPropertySources().get(ENVIRONMENT));
        ClassLoader classes = context.getClassLoader();
        if (!variables.isEmpty() && classes != null) {
            SettingNames names = SettingNames.read(classes);
            Set<String> others = others(environment);
            variables.keySet().forEach(variable -> {
                String complaint = complaint(variable, names, others);
                if (complaint != null) {
                    log.warn("{}", complaint);
                }
            });
        }
    }

    /** What is wrong with the variable, or null. */
    static @Nullable String complaint(String variable, SettingNames names, Set<String> others) {
        Spelling spelling =
                new Spelling(Arrays.asList(variable.toLowerCase(Locale.ROOT).split("_")));
        Guess guess = spelling.nearest(names.root());
        if (guess == null) {
            return spelling.known(names.root()) > 1 && isOurs(variable, names)
                    ? "The variable " + variable + " is no setting and has no effect."
                    : null;
        }
        if (guess.errors() > 0) {
            return "The variable " + variable + " is no setting and has no effect. Did you mean "
                    + String.join("_", guess.elements()).toUpperCase(Locale.ROOT) + "?";
        }
        String dashed = dashed(guess, others);
        return dashed == null
                ? null
                : "The variable " + variable + " sets nothing of " + dashed
                        + ": no variable has the dashes of a name. Use an argument, a file or SPRING_APPLICATION_JSON.";
    }

    private static boolean isOurs(String variable, SettingNames names) {
        SettingNames.Element first = names.root()
                .next
                .get(variable.substring(0, variable.indexOf('_')).toLowerCase(Locale.ROOT));
        return first != null && first.isOurs;
    }

    /** The name with dashes that is set elsewhere and that a key of this one probably belongs to; null when there is none. */
    private static @Nullable String dashed(Guess guess, Set<String> others) {
        for (int key : guess.keys()) {
            List<String> guessed = guess.elements().subList(0, key + 1);
            for (String other : others) {
                String[] elements = other.split("\\.");
                if (elements.length > key && elements[key].indexOf('-') > 0) {
                    List<String> named = new ArrayList<>(Arrays.asList(elements).subList(0, key + 1));
                    String name = String.join(".", named);
                    named.replaceAll(element -> element.replace("-", "").toLowerCase(Locale.ROOT));
                    if (named.equals(guessed)) {
                        return name;
                    }
                }
            }
        }
        return null;
    }

    private static Map<String, String> variables(@Nullable PropertySource<?> environment) {
        Map<String, String> variables = new TreeMap<>();
        if (environment instanceof EnumerablePropertySource<?> all) {
            for (String name : all.getPropertyNames()) {
                String value = String.valueOf(all.getProperty(name));
                if (VARIABLE.matcher(name).matches()
                        && !OF_A_SERVICE.matcher(name).matches()
                        && !ADDRESS_OF_A_SERVICE.matcher(value).matches()) {
                    variables.put(name, value);
                }
            }
        }
        return variables;
    }

    private static Set<String> others(ConfigurableEnvironment environment) {
        Set<String> others = new TreeSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> all
                    && !source.getName().equals(ENVIRONMENT)) {
                others.addAll(Arrays.asList(all.getPropertyNames()));
            }
        }
        return others;
    }
}
