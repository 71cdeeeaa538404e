package io.dronedelivery.servicekit.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With the settings of this module and of Spring Boot; {@code EnvironmentTest} of the gateway starts a process. */
class VariableCheckTest {

    private static final SettingNames NAMES = SettingNames.read(VariableCheckTest.class.getClassLoader());

    @ParameterizedTest
    @CsvSource({
        "SECURITY_ISUER, SECURITY_ISSUER",
        "SECURITY_ISSEUR, SECURITY_ISSUER",
        "SECURTY_ISSUER, SECURITY_ISSUER",
        "SECURITY_AUDIENC, SECURITY_AUDIENCE",
        "SECURITY_OPNE, SECURITY_OPEN",
        "SERVICEKIT_EDGE_FORWARDEDFRON, SERVICEKIT_EDGE_FORWARDEDFROM",
        "SERVICE_KIT_EDGE_FORWARDED_FRM, SERVICEKIT_EDGE_FORWARDEDFROM",
        "SERVICEKIT_EGDE_FORWARDEDFROM_0, SERVICEKIT_EDGE_FORWARDEDFROM_0",
        "MANAGEMENT_SERVER_ADRESS, MANAGEMENT_SERVER_ADDRESS",
        "SPRING_PROFILE_ACTIVE, SPRING_PROFILES_ACTIVE"
    })
    void what_is_nearly_a_setting_is_told_with_the_setting(String variable, String meant) {
        assertThat(VariableCheck.complaint(variable, NAMES, Set.of()))
                .contains("variable " + variable, "Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVICEKIT_EDGE_COLOUR", "SERVICEKIT_CONNECTIONS_COLOUR_DEPTH"})
    void what_is_below_a_setting_and_none_is_told(String variable) {
        assertThat(VariableCheck.complaint(variable, NAMES, Set.of()))
                .contains("no setting")
                .doesNotContain("mean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SECURITY_ISSUER",
                "SERVICEKIT_EDGE_FORWARDEDFROM",
                "SERVICE_KIT_EDGE_FORWARDED_FROM",
                "SERVICEKIT_EDGE_FORWARDEDFROM_0",
                "SERVER_PORT",
                "SERVER_NAME",
                "LOGGING_LEVEL_IO_DRONEDELIVERY",
                "LOGGING_LEVEL_ROOT",
                "SPRING_APPLICATION_JSON",
                "SPRING_CONFIG_ADDITIONAL_LOCATION",
                "SPRING_PROFILES_ACTIVE",
                "JAVA_TOOL_OPTIONS",
                "JAVA_HOME",
                "SECURITY_TEAM_MAIL",
                "APPLICATIONINSIGHTS_CONNECTION_STRING",
                "KUBERNETES_SERVICE_HOST",
                "HOSTNAME"
            })
    void settings_and_what_has_nothing_to_do_with_them_are_not_told(String variable) {
        assertThat(VariableCheck.complaint(variable, NAMES, Set.of())).isNull();
    }
}
