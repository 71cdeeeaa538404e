package io.dronedelivery.house;

import io.dronedelivery.localstack.Http;
import io.dronedelivery.localstack.StackProcess;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/** Who may read what in a stack with an issuer. */
final class ReadRights {

    private static final List<String> OWNERS = List.of("o-1", "o-2", "o-3", "o-4", "o-5");
    private static final List<String> SERVICES = List.of("delivery-service", "drone-service", "invoice-service");

    private ReadRights() {}

    /** Every combination of caller and owner, through the gateway and past it; and what is for operators. */
    static void assertNobodyReadsWhatIsNotTheirs(StackProcess stack) throws IOException, InterruptedException {
        Map<String, TokenClient> callers = new LinkedHashMap<>();
        for (String owner : OWNERS) {
            callers.put(owner, TokenClient.ofOwner(stack, owner));
        }
        TokenClient operator = TokenClient.ofOperator(stack);
        SoftAssertions softly = new SoftAssertions();
        for (String owner : OWNERS) {
            for (String url : urlsOf(owner, stack)) {
                softly.assertThat(Http.getWhole(url).status())
                        .as("nobody, %s", url)
                        .isEqualTo(401);
                softly.assertThat(operator.getWhole(url).status())
                        .as("the operator, %s", url)
                        .isEqualTo(200);
                callers.forEach((caller, client) -> softly.assertThat(
                                client.getWhole(url).status())
                        .as("%s, %s", caller, url)
                        .isEqualTo(caller.equals(owner) ? 200 : 404));
            }
        }
        TokenClient anOwner = TokenClient.ofOwner(stack, "o-1");
        String drain = internal(stack, "drone-service", "drain");
        softly.assertThat(Http.call("POST", drain).status()).as(drain).isEqualTo(401);
        softly.assertThat(anOwner.call("POST", drain).status()).as(drain).isEqualTo(403);
        for (String service : SERVICES) {
            String letters = internal(stack, service, "dead-letters");
            softly.assertThat(Http.getWhole(letters).status()).as(letters).isEqualTo(401);
            for (TokenClient other : List.of(anOwner, TokenClient.ofOperator(stack, "operations"))) {
                softly.assertThat(other.getWhole(letters).status()).as(letters).isEqualTo(403);
            }
            softly.assertThat(operator.getWhole(letters).status()).as(letters).isEqualTo(200);
        }
        softly.assertAll();
    }

    private static String internal(StackProcess stack, String service, String what) {
        return stack.health(service).replace("/actuator/health", "/internal/" + what);
    }

    private static List<String> urlsOf(String owner, StackProcess stack) {
        String month = "?ownerId=" + owner + "&year=2025&month=11";
        return List.of(
                stack.url("gateway") + "/api/v1/owners/" + owner + "/invoices/2025/11",
                stack.url("gateway") + "/api/invoices" + month,
                stack.url("invoice-service") + "/api/invoices/" + owner + "/2025/11",
                stack.url("invoice-service") + "/api/invoices/" + owner + "/2025/11/lines",
                stack.url("delivery-service") + "/api/deliveries/summary" + month,
                stack.url("delivery-service") + "/api/packages/summary" + month,
                stack.url("drone-service") + "/api/dronedeliveries/utilization" + month);
    }
}
