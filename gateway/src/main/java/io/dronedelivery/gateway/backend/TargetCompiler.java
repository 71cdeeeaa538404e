package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles the target of a call: the backend, and path and query there. */
public final class TargetCompiler {

    private final Backends backends;
    private final List<Variable> variables;
    private final SettingFaults faults;

    /** @param variables those that the request has */
    public TargetCompiler(Backends backends, List<Variable> variables, SettingFaults faults) {
        this.backends = backends;
        this.variables = variables;
        this.faults = faults;
    }

    /** The same for a call that has a further variable. */
    public TargetCompiler with(Variable variable) {
        return new TargetCompiler(
                backends, Stream.concat(variables.stream(), Stream.of(variable)).toList(), faults);
    }

    /** The backend of that name, or null with a fault noted. */
    public @Nullable Backend backend(String property, String name) {
        Backend backend = backends.find(name);
        faults.require(
                backend != null,
                property,
                name,
                "is not one of the backends " + backends.names() + "; add gateway.backends." + name);
        return backend;
    }

    /** Notes a fault unless the backend's retry budget can pay a hedge. */
    public void checkBudgetForHedge(String property, @Nullable Backend backend) {
        faults.require(
                backend == null || backend.resends().allowsHedges(),
                property,
                null,
                "can never be sent: gateway.backends." + (backend == null ? "" : backend.name())
                        + ".resend needs a share of at least 1 and a burst of at least 4");
    }

    /** The template, or null with a fault noted; its variables are checked. */
    public @Nullable TargetTemplate target(String property, String text) {
        TargetTemplate target = faults.template(property, text, () -> TargetTemplate.parse(text));
        if (target != null) {
            checkVariables(property, target);
        }
        return target;
    }

    /** As {@link #target}, with values of other parts' answers. */
    public @Nullable TargetTemplate targetOfPart(String property, String text) {
        TargetTemplate target = faults.template(property, text, () -> TargetTemplate.withReferences(text));
        if (target != null) {
            checkVariables(property, target);
        }
        return target;
    }

    private void checkVariables(String property, TargetTemplate target) {
        checkKnown(property, target, target.variables());
        for (Variable variable : variables) {
            faults.require(
                    variable.required() || !target.requiredVariables().contains(variable.name()),
                    property,
                    target,
                    "needs the variable '" + variable.name()
                            + "', which is optional; that works only as the whole value of a query parameter");
        }
    }

    /** Whether the request has a variable of that name. */
    public boolean knows(String name) {
        return variables.stream().anyMatch(variable -> variable.name().equals(name));
    }

    /**
     * Notes the names that are no variables of the request.
     *
     * @param text that has them
     */
    public void checkKnown(String property, Object text, Set<String> names) {
        List<String> known = variables.stream().map(Variable::name).toList();
        for (String name : names) {
            faults.require(
                    known.contains(name),
                    property,
                    text,
                    "has the unknown variable '" + name + "'; known are " + known);
        }
    }
}
