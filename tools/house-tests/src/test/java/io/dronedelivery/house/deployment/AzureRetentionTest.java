package io.dronedelivery.house.deployment;

import static io.dronedelivery.house.deployment.Repository.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.retention.RetentionProperties;
import io.dronedelivery.messaging.servicebus.ServiceBusProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;

/**
 * What the template for Azure makes of the entities keeps events as the promise needs it. The services cannot compare that themselves
 * there: their roles do not let them read the settings.
 */
class AzureRetentionTest {

    private static final String TEMPLATE = "deploy/azure/modules/service-bus.bicep";
    private static final String TIME_TO_LIVE =
            "defaultMessageTimeToLive: entity.Properties.DefaultMessageTimeToLive == longestOfTheEmulator ? retention"
                    + " : entity.Properties.DefaultMessageTimeToLive";

    private static final Binder DEFAULTS = new Binder(new MapConfigurationPropertySource(Map.of()));
    private static final RetentionProperties NEEDED =
            DEFAULTS.bindOrCreate("messaging.promise", RetentionProperties.class);
    private static final Duration LOCK = DEFAULTS.bindOrCreate("messaging.servicebus", ServiceBusProperties.class)
            .consumer()
            .lockDuration();

    @Test
    void the_services_ask_for_what_is_compared_here() throws IOException {
        for (String application : Repository.APPLICATIONS) {
            List<JsonNode> documents = new ArrayList<>(Repository.settings(application));
            documents.addAll(Repository.yaml(application + "/src/main/resources/" + application + "-azure.yml"));
            for (JsonNode document : documents) {
                assertThat(document.at("/messaging/promise").isMissingNode())
                        .as(application)
                        .isTrue();
                assertThat(document.at("/messaging/servicebus/consumer/lock-duration")
                                .isMissingNode())
                        .as(application)
                        .isTrue();
            }
        }
    }

    @Test
    void topics_and_subscriptions_of_events_keep_them_as_long_and_deliver_them_as_often_as_the_promise_needs_it()
            throws IOException {
        String template = text(TEMPLATE);
        JsonNode topics = Repository.json("deploy/service-bus/Config.json").at("/UserConfig/Namespaces/0/Topics");

        assertThat(topics.size()).isGreaterThan(1);
        for (JsonNode topic : topics) {
            String name = topic.get("Name").asString();
            // Nobody reads it: what is there may go.
            if (!name.equals("dispatch-load")) {
                assertThat(timeToLive(template, topic)).as(name).isGreaterThanOrEqualTo(NEEDED.minRetention());
                for (JsonNode subscription : topic.get("Subscriptions")) {
                    String of = name + "/" + subscription.get("Name").asString();
                    JsonNode properties = subscription.get("Properties");
                    assertThat(timeToLive(template, subscription)).as(of).isGreaterThanOrEqualTo(NEEDED.minRetention());
                    assertThat(properties
                                    .get("DeadLetteringOnMessageExpiration")
                                    .booleanValue())
                            .as(of)
                            .isTrue();
                    assertThat(properties.get("RequiresSession").booleanValue())
                            .as(of)
                            .isTrue();
                    assertThat(Duration.parse(properties.get("LockDuration").asString()))
                            .as(of)
                            .isGreaterThanOrEqualTo(LOCK);
                }
            }
        }
        assertThat(Integer.parseInt(parameter(template, "maxDeliveryCount")))
                .isGreaterThanOrEqualTo(NEEDED.minDeliveries());
    }

    /** What is to be kept for two weeks has to fit, too: Azure's own size of a topic is 1 GB, and a full one refuses what is sent. */
    @Test
    void topics_have_room_for_all_that_service_bus_lets_them_have() throws IOException {
        String template = text(TEMPLATE);

        assertThat(resource(template, "topicEntity")).contains("maxSizeInMegabytes: topicMegabytes");
        assertThat(template).contains("var topicMegabytes = tier == 'Premium' ? 81920 : 5120");
    }

    /** That of the file, but for the longest that the emulator takes. */
    private static Duration timeToLive(String template, JsonNode entity) {
        String inFile = entity.at("/Properties/DefaultMessageTimeToLive").asString();
        return Duration.parse(
                inFile.equals(found("var longestOfTheEmulator = '(\\w+)'", template))
                        ? parameter(template, "retention")
                        : inFile);
    }

    @Test
    void the_template_makes_of_the_file_what_is_compared_here() throws IOException {
        String template = text(TEMPLATE);

        assertThat(resource(template, "topicEntity")).contains(TIME_TO_LIVE);
        assertThat(resource(template, "subscriptionEntity"))
                .contains(
                        TIME_TO_LIVE,
                        "deadLetteringOnMessageExpiration: entity.Properties.DeadLetteringOnMessageExpiration",
                        "lockDuration: entity.Properties.RequiresSession ? entity.Properties.LockDuration : lockDuration",
                        "maxDeliveryCount: maxDeliveryCount",
                        "requiresSession: entity.Properties.RequiresSession");
        assertThat(found("(?s)module serviceBus .*?params: \\{(.*?)\n  }\n", text("deploy/azure/main.bicep")))
                .as("parameters that have another value than their default")
                .doesNotContain("retention", "maxDeliveryCount", "lockDuration");
    }

    /** A resource on one line. */
    private static String resource(String template, String name) {
        return found("(?s)\nresource " + name + " .*?\\[(.*?)\n]", template).replaceAll("\\s+", " ");
    }

    private static String parameter(String template, String name) {
        return found("\nparam " + name + " \\w+ = '?(\\w+)'?", template);
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
