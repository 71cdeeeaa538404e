package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.Instance.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One letter at a time is shown, sent again, mended and discarded. */
interface SingleDeadLetterContract extends DeadLetterFixture {

    @Test
    default void a_letter_is_listed_and_shown_whole_and_sent_again_to_the_group_that_failed_it_alone() {
        Workshop workers = Workshop.broken();
        Workshop auditors = Workshop.working();
        Instance service = start(workers.subscription(channel(), WORKERS), auditors.subscription(channel(), AUDITORS));
        service.publish(parts("lamp", 1, 1));
        awaitWaiting(service, 1);

        JsonNode listed = onlyDeadLetter(service);
        assertThat(listed.path("eventId").stringValue()).isEqualTo("lamp:1");
        assertThat(listed.path("type").stringValue()).isEqualTo(Workshop.TYPE);
        assertThat(listed.path("key").stringValue()).isEqualTo("lamp");
        assertThat(listed.path("reason").stringValue()).isEqualTo("invalid-data");
        assertThat(listed.path("description").stringValue()).contains("No part is like that");
        assertThat(listed.path("origin").stringValue()).isNotBlank();
        assertThat(listed.path("attempts").intValue()).isEqualTo(1);

        String path = deadLettersPath() + "/" + listed.path("id").stringValue();
        JsonNode whole = service.get(path).body();
        assertThat(whole.path("data").toString()).isEqualTo("{\"thing\":\"lamp\",\"part\":1}");
        assertThat(whole.path("attributes").path("id").stringValue()).isEqualTo("lamp:1");
        assertThat(whole.path("attributes").path("partitionkey").stringValue()).isEqualTo("lamp");

        workers.repair();
        assertThat(service.post(path + "/resend", "").status()).isEqualTo(200);

        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactly("lamp:1"));
        assertThat(workers.last().getExtension("resentcount")).isEqualTo("1");
        assertThat(waiting(service)).isZero();
        assertThat(service.post(path + "/resend", "").status()).isEqualTo(404);
        // What comes behind it with the same key shows that the others have had it.
        service.publish(parts("lamp", 2, 2));
        eventually().untilAsserted(() -> assertThat(auditors.handled()).endsWith("lamp:2"));
        assertThat(auditors.handled()).containsExactly("lamp:1", "lamp:2");
    }

    @Test
    default void a_letter_is_mended_if_the_subscription_can_handle_what_comes_out() {
        Workshop workers = Workshop.working();
        Instance service = start(workers);
        service.publish(List.of(Workshop.withoutPart(channel(), "lamp", 7)));
        awaitWaiting(service, 1);
        String path = deadLettersPath() + "/" + idOfOnlyDeadLetter(service) + "/mend";

        Answer stillWrong = service.post(path, "{\"data\":{\"thing\":\"lamp\",\"part\":\"x\"},\"why\":\"typo\"}");
        Answer otherId = service.post(path, "{\"attributes\":{\"id\":\"other\"},\"why\":\"typo\"}");
        Answer otherType = service.post(path, "{\"attributes\":{\"type\":\"Other\"},\"why\":\"typo\"}");
        assertThat(List.of(stillWrong.status(), otherId.status(), otherType.status()))
                .containsOnly(400);
        assertThat(stillWrong.text()).contains("would not be handled", "part");
        assertThat(otherId.text()).contains("must not change");
        assertThat(otherType.text()).contains("handled are [ThingBroke]");

        Answer mended = service.post(
                path, "{\"data\":{\"thing\":\"lamp\",\"part\":7},\"why\":\"the publisher forgot the part\"}");
        assertThat(mended.status()).as(mended.text()).isEqualTo(200);

        eventually().untilAsserted(() -> assertThat(workers.handled()).containsExactly("lamp:7"));
        assertThat(workers.last().getExtension("mendedfields")).isEqualTo("/part");
        assertThat(workers.last().getExtension("mendedwhy")).isEqualTo("the publisher forgot the part");
        assertThat(workers.last().getExtension("mendedby")).isEqualTo("an operator");
        assertThat(waiting(service)).isZero();
    }

    @Test
    default void a_letter_is_discarded_with_a_reason_and_once() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 2));
        awaitWaiting(service, 2);
        String path = deadLettersPath() + "/"
                + service.get(deadLettersPath())
                        .body()
                        .path("letters")
                        .get(0)
                        .path("id")
                        .stringValue() + "/discard";

        assertThat(service.post(path, "{\"why\":\" \"}").status()).isEqualTo(400);
        for (String character : List.of("\\n", "\\u001b", "\\u0085", "\\u2028", "\\u202e", "\\ud800")) {
            assertThat(service.post(path, "{\"why\":\"a test" + character + " by another\"}")
                            .status())
                    .as(character)
                    .isEqualTo(400);
        }
        assertThat(service.post(path, "{\"why\":\"a test of the publisher\"}").status())
                .isEqualTo(200);

        assertThat(waiting(service)).isEqualTo(1);
        assertThat(service.post(path, "{\"why\":\"a test of the publisher\"}").status())
                .isEqualTo(404);
        assertThat(onlyDeadLetter(service).path("eventId").stringValue()).isEqualTo("lamp:2");
    }

    @Test
    default void the_last_of_many_is_sent_again_by_its_id_and_the_others_stay_within_reach() {
        Workshop workers = Workshop.broken();
        Instance service = start(workers);
        service.publish(parts("lamp", 1, 30));
        awaitWaiting(service, 30);
        workers.repair();
        JsonNode listed = service.get(deadLettersPath()).body().path("letters");

        for (int index : new int[] {29, 0}) {
            String path = deadLettersPath() + "/" + listed.get(index).path("id").stringValue() + "/resend";
            Answer resent = service.post(path, "");
            assertThat(resent.status()).as(resent.text()).isEqualTo(200);
        }

        eventually()
                .untilAsserted(() -> assertThat(workers.handled())
                        .containsExactlyInAnyOrder(
                                listed.get(29).path("eventId").stringValue(),
                                listed.get(0).path("eventId").stringValue()));
        assertThat(waiting(service)).isEqualTo(28);
    }
}
