package io.dronedelivery.gateway.check;

import io.dronedelivery.gateway.check.CheckedSettings.FoundFault;
import io.dronedelivery.gateway.check.SettingPlaces.SettingPlace;
import io.dronedelivery.gateway.contract.ContractLocations;
import io.dronedelivery.plaintext.PlainText;
import java.util.List;

/** What {@code gateway check} does, for a program that starts gateways. */
public final class GatewayCheck {

    private GatewayCheck() {}

    /**
     * The faults of a gateway's settings, {@code property=value: reason (place)}; empty when it would start.
     *
     * @param arguments those of its start, such as {@code --gateway.sample=false}
     */
    public static List<String> faults(List<String> arguments) {
        try (CheckedSettings checked = CheckedSettings.read(arguments, new ContractLocations(null))) {
            return checked.faults().stream().map(GatewayCheck::line).toList();
        }
    }

    private static String line(FoundFault fault) {
        String name = fault.property() == null ? "" : fault.property();
        String value = fault.value() == null ? "" : "=" + fault.value();
        SettingPlace place = fault.place();
        String where = place == null || place.line() == 0 ? "" : " (" + place + ")";
        return PlainText.escape(name + value + (name.isEmpty() ? "" : ": ") + fault.reason() + where);
    }
}
