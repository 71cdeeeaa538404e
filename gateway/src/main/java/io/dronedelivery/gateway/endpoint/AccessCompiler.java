package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.endpoint.EndpointAccess.OwnerRule;
import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.gateway.settings.EndpointProperties;
import io.dronedelivery.gateway.settings.EndpointProperties.OwnerProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.Variable;
import io.dronedelivery.servicekit.security.AccessRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles who may call an endpoint. There is none for which that is not said. */
final class AccessCompiler {

    /** The rule of those that have none, null when each must have one. */
    private final @Nullable String byDefault;

    private final int gateways;
    private final SettingFaults faults;

    AccessCompiler(GatewayProperties settings, SettingFaults faults) {
        this.byDefault = settings.defaults().access();
        this.gateways = settings.limits().gateways();
        this.faults = faults;
    }

    /**
     * What is wrong is noted as a fault.
     *
     * @param property that the endpoint is below
     * @param variables of the endpoint
     */
    EndpointAccess compile(String property, EndpointProperties endpoint, List<Variable> variables) {
        AccessRule rule = rule(property + ".access", endpoint.access());
        if (rule == null) {
            return EndpointAccess.PUBLIC;
        }
        OwnerProperties owner = endpoint.owner();
        OwnerRule ownerRule = owner == null ? null : owner(property + ".owner", owner, rule, variables);
        return new EndpointAccess(rule, ownerRule, CallerRates.of(endpoint.rateLimit(), gateways));
    }

    private @Nullable AccessRule rule(String property, @Nullable String own) {
        String text = own == null ? byDefault : own;
        if (text == null) {
            faults.add(property, null, "is missing; say who may call it: " + AccessRule.FORM);
            return null;
        }
        AccessRule rule = AccessRule.parse(text);
        faults.require(
                rule != null, own == null ? "gateway.defaults.access" : property, text, "must be " + AccessRule.FORM);
        return rule;
    }

    private @Nullable OwnerRule owner(
            String property, OwnerProperties owner, AccessRule rule, List<Variable> variables) {
        faults.require(
                rule.needsToken(),
                property,
                null,
                "has no effect, because access is public and nobody is asked for a token");
        String claim = owner.claim();
        faults.require(claim == null || !claim.isBlank(), property + ".claim", claim, "must be the name of a claim");
        String orScope = owner.orScope();
        faults.require(
                orScope == null || AccessRule.parse("scope:" + orScope) != null,
                property + ".or-scope",
                orScope,
                "must be the name of a scope");
        for (int i = 0; i < variables.size(); i++) {
            if (variables.get(i).name().equals(owner.variable())) {
                faults.require(
                        variables.get(i).required(),
                        property + ".variable",
                        owner.variable(),
                        "names a variable that may be left out, so that nothing would be checked");
                return new OwnerRule(i, owner.claim(), owner.orScope());
            }
        }
        faults.add(property + ".variable", owner.variable(), "names the unknown variable '" + owner.variable() + "'");
        return null;
    }
}
