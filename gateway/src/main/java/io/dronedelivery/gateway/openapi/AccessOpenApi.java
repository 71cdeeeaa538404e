package io.dronedelivery.gateway.openapi;

import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.servicekit.security.AccessRule;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Who may call an operation. Without an issuer no token is requested, and the document says nothing about access.
 *
 * @param discoveryDocument of the issuer whose tokens are asked for, null when none are
 */
record AccessOpenApi(@Nullable URI discoveryDocument) {

    private static final String OPEN_ID = "openId";
    private static final String BEARER = "bearer";

    void addTo(Components components) {
        if (discoveryDocument == null) {
            return;
        }
        components.addSecuritySchemes(
                OPEN_ID,
                new SecurityScheme()
                        .type(SecurityScheme.Type.OPENIDCONNECT)
                        .openIdConnectUrl(discoveryDocument.toString()));
        components.addSecuritySchemes(
                BEARER,
                new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT"));
    }

    void addTo(Operation operation, EndpointAccess access) {
        AccessRule rule = access.rule();
        if (discoveryDocument == null || !rule.needsToken()) {
            return;
        }
        SecurityRequirement signedIn = new SecurityRequirement();
        if (rule.scope() == null) {
            signedIn.addList(OPEN_ID);
        } else {
            signedIn.addList(OPEN_ID, rule.scope());
        }
        operation.addSecurityItem(signedIn).addSecurityItem(new SecurityRequirement().addList(BEARER));
        operation
                .getResponses()
                .addApiResponse("401", SharedSchemas.problem("No access token, or none that holds"))
                .addApiResponse("403", SharedSchemas.problem("The access token does not allow this"));
        if (access.owner() != null) {
            operation
                    .getResponses()
                    .computeIfAbsent(
                            "404",
                            status -> SharedSchemas.problem("There is no such thing, or it is not the caller's"));
        }
    }
}
