package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {
    @TempDir
    Path directory;

    private Path file(String json) throws IOException {
        return Files.writeString(directory.resolve("Config.json"), json);
    }

    private static final String COMPLETE = """
            {"UserConfig": {"Namespaces": [{"Name": "sbemulatorns",
              "Queues": [
                {"Name": "queue.1", "Properties": {"DeadLetteringOnMessageExpiration": false, "DefaultMessageTimeToLive": "PT1H",
                  "DuplicateDetectionHistoryTimeWindow": "PT20S", "ForwardDeadLetteredMessagesTo": "", "ForwardTo": "",
                  "LockDuration": "PT1M", "MaxDeliveryCount": 3, "RequiresDuplicateDetection": false, "RequiresSession": false}},
                {"Name": "plain"}],
              "Topics": [{"Name": "topic.1",
                "Properties": {"DefaultMessageTimeToLive": "PT1H", "DuplicateDetectionHistoryTimeWindow": "PT20S", "RequiresDuplicateDetection": true},
                "Subscriptions": [
                  {"Name": "subscription.1", "Properties": {"DeadLetteringOnMessageExpiration": false, "DefaultMessageTimeToLive": "P10675199DT2H48M5.4775807S",
                     "LockDuration": "PT1M", "MaxDeliveryCount": 3, "ForwardDeadLetteredMessagesTo": "queue.1", "ForwardTo": "", "RequiresSession": false},
                   "Rules": [{"Name": "app-prop-filter-1", "Properties": {"FilterType": "Correlation", "CorrelationFilter": {
                      "ContentType": "application/text", "CorrelationId": "id1", "Label": "subject1", "MessageId": "msgid1", "ReplyTo": "someQueue",
                      "ReplyToSessionId": "sessionId", "SessionId": "session1", "To": "xyz", "Properties": {"prop1": "value1", "size": 3}}}}]},
                  {"Name": "subscription.2", "Rules": [{"Name": "sql", "Properties": {"FilterType": "Sql",
                      "SqlFilter": {"SqlExpression": "sys.MessageId = '123456' AND userProp1 = 'value1'"}, "Action": {"SqlExpression": "SET sys.To = 'Entity'"}}}]}]}]}],
              "Logging": {"Type": "File"}}}
            """;

    @Test
    void the_emulators_own_file_is_understood() throws IOException {
        Path file = file(COMPLETE);
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.config(file))) {
            assertThat(bus.stats().entities())
                    .containsOnlyKeys(
                            "queue.1",
                            "queue.1/$deadletterqueue",
                            "queue.1/$transfer/$deadletterqueue",
                            "plain",
                            "plain/$deadletterqueue",
                            "plain/$transfer/$deadletterqueue",
                            "topic.1/subscriptions/subscription.1",
                            "topic.1/subscriptions/subscription.1/$deadletterqueue",
                            "topic.1/subscriptions/subscription.1/$transfer/$deadletterqueue",
                            "topic.1/subscriptions/subscription.2",
                            "topic.1/subscriptions/subscription.2/$deadletterqueue",
                            "topic.1/subscriptions/subscription.2/$transfer/$deadletterqueue");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"MaxDeliveryCount\" | \"MaxDeliverCount\" | UserConfig.Namespaces[0].Queues[0].Properties.MaxDeliverCount is not known",
                "\"LockDuration\": \"PT1M\" | \"LockDuration\": \"1 minute\" | Queues[0].Properties.LockDuration must be an ISO 8601 duration",
                "\"LockDuration\": \"PT1M\" | \"LockDuration\": \"PT6M\" | LockDuration of queue queue.1 must be at least a millisecond and at most PT5M, not PT6M",
                "\"MaxDeliveryCount\": 3 | \"MaxDeliveryCount\": 0 | MaxDeliveryCount of queue queue.1 must be from 1 to 2000, not 0",
                "\"MaxDeliveryCount\": 3 | \"MaxDeliveryCount\": \"3\" | Queues[0].Properties.MaxDeliveryCount must be a whole number",
                "\"RequiresSession\": false | \"RequiresSession\": \"no\" | Queues[0].Properties.RequiresSession must be true or false",
                "\"ForwardTo\": \"\" | \"ForwardTo\": \"gone\" | ForwardTo of 'queue.1' names 'gone', which is neither a queue nor a topic",
                "\"ForwardTo\": \"\" | \"ForwardTo\": \"queue.1\" | leads in a circle",
                "\"Name\": \"sbemulatorns\" | \"Name\": [{}] | UserConfig.Namespaces[0].Name must be text",
                "\"Type\": \"File\" | \"Type\": {} | UserConfig.Logging.Type must be text",
                "\"FilterType\": \"Correlation\", | \"FilterType\": \"Correlation\", \"SqlFilter\": {}, | Rules[0].Properties.SqlFilter must not be there when FilterType is Correlation",
                "\"FilterType\": \"Sql\", | \"FilterType\": \"Sql\", \"CorrelationFilter\": {}, | Rules[0].Properties.CorrelationFilter must not be there when FilterType is Sql",
                "\"PT20S\", \"ForwardDead | \"20 s\", \"ForwardDead | Queues[0].Properties.DuplicateDetectionHistoryTimeWindow must be an ISO 8601 duration",
                "{\"Name\": \"plain\"} | {} | UserConfig.Namespaces[0].Queues[1].Name is missing",
                "{\"Name\": \"plain\"} | {\"Name\": \"QUEUE.1\"} | two entities named 'QUEUE.1'",
                "\"FilterType\": \"Sql\" | \"FilterType\": \"True\" | FilterType must be Sql or Correlation, not 'True'",
                "sys.MessageId = '123456' | sys.MessageId == '123456' | rule 'sql' of subscription subscription.2",
                "\"SqlFilter\": {\"SqlExpression\": \"sys.MessageId = '123456' AND userProp1 = 'value1'\"} | \"SqlFilter\": {} | SqlFilter.SqlExpression is missing",
                "\"Logging\" | \"Loging\" | UserConfig.Loging is not known",
                "\"Namespaces\": [ | \"Namespaces\": [{\"Name\": \"second\"}, | exactly one namespace, not 2",
            })
    void a_wrong_file_is_refused_and_the_place_named(String right, String wrong, String complaint) throws IOException {
        assertThat(COMPLETE).contains(right);
        Path file = file(COMPLETE.replaceFirst(java.util.regex.Pattern.quote(right), wrong));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.config(file)))
                .withMessageContaining(complaint);
    }

    @Test
    void comments_are_allowed_and_a_fault_has_its_line_and_column() throws IOException {
        Path file = file("""
                { // the one namespace
                  "UserConfig": {"Namespaces": [{"Name": "n", "Queues": [
                    /* a slip of the pen */
                    {"Name": "q", "Properties": {"MaxDeliverCount": 3}}]}]}}
                """);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.config(file)))
                .withMessageStartingWith(
                        file + ", line 4, column 34: UserConfig.Namespaces[0].Queues[0].Properties.MaxDeliverCount");
        Path broken = file("{\n  \"UserConfig\" 1}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.config(broken)))
                .withMessageStartingWith(broken + " is no JSON, line 2, column 16: ");
    }

    @Test
    void what_is_no_json_or_no_file_is_named() throws IOException {
        Path broken = file("{\"UserConfig\": ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.config(broken)))
                .withMessageContaining("is no JSON");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.config(directory.resolve("none.json"))))
                .withMessageContaining("none.json cannot be read");
    }

    @Test
    void wrong_options_are_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.queue("a").topic("A", t -> {})))
                .withMessageContaining("two entities named 'A'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.queue("bad name")))
                .withMessageContaining("'bad name'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.newConnectionLimit(-1, Duration.ofMinutes(4))))
                .withMessageContaining("newConnectionLimit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalServiceBus.start(o -> o.port(70_000)))
                .withMessageContaining("port must be from 0 to 65535");
    }

    @Test
    void closing_a_second_time_does_nothing() {
        LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("a"));
        bus.close();

        assertThatNoException().isThrownBy(bus::close);
    }
}
