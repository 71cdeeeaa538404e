package io.dronedelivery.promise.protection;

import java.util.List;

/** Of what belongs to an owner: whom a token names, and what is read for them. */
final class OwnerProtections {

    private static final TestedModule KIT = new TestedModule("libraries/service-kit", "io.dronedelivery.servicekit");
    private static final TestedModule DELIVERY = new TestedModule("delivery-service", "io.dronedelivery.delivery");
    private static final TestedModule INVOICE = new TestedModule("invoice-service", "io.dronedelivery.invoice");
    private static final TestedModule COSMOS =
            new TestedModule("libraries/cosmos-access", "io.dronedelivery.cosmosaccess");

    private static final String FORGED =
            "security.SecuredServiceTest#a_forged_or_stale_token_is_refused_without_a_hint";

    private static final String VERIFIER = "security/TokenVerifier.java";

    /** With this the key of a token is looked up, and its signature is not looked at. */
    private static final String BELIEVING = """
                private static com.nimbusds.jwt.proc.ConfigurableJWTProcessor<JWKSecurityContext> believing(
                        com.nimbusds.jwt.proc.ConfigurableJWTProcessor<JWKSecurityContext> processor) {
                    processor.setJWSVerifierFactory(new com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory() {
                        @Override
                        public com.nimbusds.jose.JWSVerifier createJWSVerifier(
                                com.nimbusds.jose.JWSHeader header, java.security.Key key)
                                throws com.nimbusds.jose.JOSEException {
                            com.nimbusds.jose.JWSVerifier real = super.createJWSVerifier(header, key);
                            return new com.nimbusds.jose.JWSVerifier() {
                                @Override
                                public boolean verify(
                                        com.nimbusds.jose.JWSHeader signed,
                                        byte[] input,
                                        com.nimbusds.jose.util.Base64URL signature) {
                                    return true;
                                }

                                @Override
                                public Set<JWSAlgorithm> supportedJWSAlgorithms() {
                                    return real.supportedJWSAlgorithms();
                                }

                                @Override
                                public com.nimbusds.jose.jca.JCAContext getJCAContext() {
                                    return real.getJCAContext();
                                }
                            };
                        }
                    });
                    return processor;
                }

            """;

    private static final String NEXT_METHOD = "    private static OAuth2TokenValidator<Jwt> validator(";

    static final List<Protection> ALL = List.of(
            new Protection(
                    7,
                    "nobody looks at a token's signature",
                    KIT.test(FORGED),
                    KIT.in(VERIFIER, "processor.setJWSKeySelector(", "believing(processor).setJWSKeySelector("),
                    KIT.in(VERIFIER, NEXT_METHOD, BELIEVING + NEXT_METHOD)),
            new Protection(
                    7,
                    "a token for another audience is taken",
                    KIT.test(FORGED),
                    KIT.in(VERIFIER, ".anyMatch(wanted::contains)", ".anyMatch(any -> true)")),
            new Protection(
                    7,
                    "a token of another issuer is taken",
                    KIT.test(FORGED),
                    KIT.in(VERIFIER, "new JwtIssuerValidator(issuer.toString()), ", "")),
            new Protection(
                    7,
                    "a token is taken at any time",
                    KIT.test(FORGED),
                    KIT.in(VERIFIER, "times, audience(settings.audience())", "audience(settings.audience())")),
            new Protection(
                    7,
                    "a service shows anybody's things",
                    KIT.test("security.SecuredServiceTest#anothers_things_are_not_found"),
                    KIT.in(
                            "security/Caller.java",
                            "if (!actsFor(ownerId)) {\n            throw ProblemException.nothingHere();",
                            "if (false) {\n            throw ProblemException.nothingHere();")),
            new Protection(
                    7,
                    "whoever knows the id of a document gets it",
                    DELIVERY.test("AccessTest#an_owner_sees_their_own"),
                    COSMOS.in(
                            "DocumentContainer.java",
                            "caller.actsFor(found.path(\"ownerId\").asString(\"\"))",
                            "true")),
            new Protection(
                    7,
                    "an order is at anybody's cost",
                    DELIVERY.test("AccessTest#nobody_orders_at_anothers_cost"),
                    DELIVERY.in(
                            "request/RequestController.java",
                            "caller.requireOwner(request.ownerId())",
                            "caller.subject()")),
            new Protection(
                    7,
                    "the lines of a month are those of all owners",
                    INVOICE.test("InvoiceServiceTest#pages_of_lines_follow_each_other_without_gap_or_overlap"),
                    INVOICE.in("line/InvoiceLines.java", "WHERE invoice.owner_id = $1 AND", "WHERE $1 <> '' AND")),
            new Protection(
                    7,
                    "the sum of a month is that of all owners",
                    INVOICE.test("InvoiceServiceTest#month_is_summed_up_exactly"),
                    INVOICE.in(
                            "month/MonthInvoices.java",
                            "LEFT JOIN invoice ON invoice.owner_id = owner.owner_id AND",
                            "LEFT JOIN invoice ON")));

    private OwnerProtections() {}
}
