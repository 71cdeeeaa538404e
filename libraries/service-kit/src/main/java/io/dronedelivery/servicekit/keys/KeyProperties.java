package io.dronedelivery.servicekit.keys;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keys and passwords where an application signs in with its identity. A key counts more than an identity, so one that was left over would be used
 * without a word.
 *
 * @param refused the settings that have keys; the application does not start when one of them is set
 * @param allowed whether they may be set all the same: the explicit choice of a deployment
 */
@ConfigurationProperties("service-kit.keys")
record KeyProperties(
        @DefaultValue List<String> refused,
        @DefaultValue("false") boolean allowed) {}
