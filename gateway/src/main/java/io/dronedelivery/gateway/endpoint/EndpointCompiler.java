package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.EndpointProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the endpoints of one kind. This class does what both kinds share: checks of name and path, the variables, and leaving out an
 * endpoint that has faults.
 *
 * @param <P> the settings of one
 * @param <E> the compiled endpoint
 */
public abstract class EndpointCompiler<P extends EndpointProperties, E> {

    private final String root;
    private final ReservedPaths reserved;
    private final AccessCompiler access;
    private final SettingFaults faults;

    /**
     * @param root the prefix of their properties, such as {@code gateway.forwards}
     * @param settings of the gateway, with the defaults of an endpoint
     * @param reserved paths that Spring itself answers
     * @param faults where what does not fit together is noted, with the property's name
     */
    protected EndpointCompiler(String root, GatewayProperties settings, ReservedPaths reserved, SettingFaults faults) {
        this.root = root;
        this.reserved = reserved;
        this.faults = faults;
        this.access = new AccessCompiler(settings, faults);
    }

    /** The endpoints in the order of the settings; those with faults are left out. */
    protected final List<E> compileAll(Map<String, P> settings) {
        List<E> compiled = new ArrayList<>();
        settings.forEach((name, properties) -> {
            if (!properties.enabled()) {
                return;
            }
            int faultsBefore = faults.count();
            E one = compileNamed(name, properties);
            if (one != null && faults.count() == faultsBefore) {
                compiled.add(one);
            }
        });
        return compiled;
    }

    private @Nullable E compileNamed(String name, P properties) {
        String property = root + '.' + name;
        faults.requireName(property, name);
        PathTemplate path =
                faults.template(property + ".path", properties.path(), () -> PathTemplate.parse(properties.path()));
        if (path != null) {
            String taken = reserved.takenBy(path);
            faults.require(
                    taken == null, property + ".path", path.text(), "could be taken for " + taken + " or below it");
        }
        return compile(name, property, path, properties);
    }

    /**
     * Compiles one; what is wrong with it is noted as a fault.
     *
     * @param property the property that it is below
     * @param path null when it has a fault
     * @return null when it has faults; one with faults is not used
     */
    protected abstract @Nullable E compile(String name, String property, @Nullable PathTemplate path, P properties);

    /** Compiles who may call it. */
    protected final EndpointAccess access(String property, P properties, List<Variable> variables) {
        return access.compile(property, properties, variables);
    }

    /** Compiles the variables: those of the path first, in its order, then the query parameters. */
    protected final List<Variable> variables(String property, PathTemplate path, P properties) {
        return new VariableCompiler(property + ".variables.", faults).compile(properties.variables(), path.variables());
    }

    /**
     * The variables once it is known what they are for. A variable that the gateway decides by, or that is written outside of a query, has one
     * value: of several values a backend may use another one than the gateway checked.
     *
     * @param text the names of those that are written into paths and bodies
     */
    protected final List<Variable> decided(
            String property, P properties, List<Variable> variables, Collection<String> text) {
        String owner = properties.owner() == null ? null : properties.owner().variable();
        return variables.stream()
                .map(variable -> {
                    if (variable.values() == null
                            || !(text.contains(variable.name())
                                    || variable.name().equals(owner))) {
                        return variable;
                    }
                    faults.require(
                            !variable.values().declared(),
                            property + ".variables." + variable.name() + ".type",
                            "array",
                            "is only for a variable that is the whole value of query parameters, and not the owner's");
                    return variable.single();
                })
                .toList();
    }
}
