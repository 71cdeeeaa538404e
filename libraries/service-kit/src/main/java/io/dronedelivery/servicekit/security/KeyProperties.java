package io.dronedelivery.servicekit.security;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keys and passwords where an application signs in with its identity. A key counts more than an identity, so one that was left over would be used
 * without a word.
 *
 * @param refused the settings that have keys or passwords. The application does not start when one of them is set. The services have this
 *     list in their profile {@code azure}
 * @param allowed whether the settings of {@code service-kit.keys.refused} may be set all the same
 */
@ConfigurationProperties("service-kit.keys")
record KeyProperties(
        @DefaultValue List<String> refused,
        @DefaultValue("false") boolean allowed) {}
