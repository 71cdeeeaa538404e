package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.settings.EndpointProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.InvalidSettingsException;
import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.Map;

/**
 * Limits of rates count callers without a token by their address. Behind a proxy that the settings do not name, this is the proxy's address, and
 * one caller would use up the rate of all.
 */
public final class RateLimitAddresses {

    private final GatewayProperties settings;
    private final boolean known;

    /** @param known whether the address of a connection is that of its caller, or the proxies are named */
    RateLimitAddresses(GatewayProperties settings, boolean known) {
        this.settings = settings;
        this.known = known;
    }

    /** @throws InvalidSettingsException when there is such a limit, and addresses are not known */
    public void check() {
        if (known) {
            return;
        }
        SettingFaults faults = new SettingFaults();
        require(settings.rateLimit() == null, "gateway", faults);
        requireNone("gateway.aggregations.", settings.aggregations(), faults);
        requireNone("gateway.forwards.", settings.forwards(), faults);
        faults.throwIfAny();
    }

    private static void requireNone(
            String prefix, Map<String, ? extends EndpointProperties> endpoints, SettingFaults faults) {
        endpoints.forEach((name, endpoint) -> require(endpoint.rateLimit() == null, prefix + name, faults));
    }

    private static void require(boolean isMissing, String property, SettingFaults faults) {
        faults.require(
                isMissing,
                property + ".rate-limit",
                null,
                "counts callers by address; name the proxies in front in service-kit.edge.forwarded-from, or set"
                        + " service-kit.edge.direct=true if there are none");
    }
}
