package io.dronedelivery.localcosmos.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.PropertyPath;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchReaderTest {

    private static final String READ = "{\"operationType\":\"Read\",\"id\":\"1\",\"partitionKey\":\"[\\\"o-1\\\"]\"}";

    private final BatchReader reader = new BatchReader(new DocumentScanner(List.of(PropertyPath.of("ownerId"))), null);

    @ParameterizedTest
    @ValueSource(strings = {"operationType", "id", "ifMatch", "ifNoneMatch", "partitionKey"})
    void a_member_that_is_no_text_is_refused_by_its_name(String member) {
        assertRefused("[{\"" + member + "\":[1]}]", member);
        assertRefused("[{\"" + member + "\":{\"id\":\"1\"}}]", member);
        assertRefused("[{\"" + member + "\":1}]", member);
    }

    @Test
    void of_several_members_of_one_name_the_last_counts() {
        String document = "\"resourceBody\":{\"id\":\"%d\",\"ownerId\":\"o-1\"}";
        List<BatchReader.BatchEntry> entries = reader.read(bytes("[{" + document.formatted(1)
                + ",\"operationType\":\"Create\"," + document.formatted(2) + ",\"partitionKey\":\"[\\\"o-1\\\"]\"}]"));

        assertThat(entries)
                .singleElement()
                .satisfies(entry -> assertThat(entry.operation())
                        .isInstanceOfSatisfying(
                                Operation.Create.class,
                                create -> assertThat(create.key().id()).isEqualTo("2")));
    }

    @Test
    void what_is_behind_the_operations_is_refused() {
        assertThat(reader.read(bytes("[" + READ + "]\n"))).hasSize(1);
        assertRefused("[" + READ + "][]", "more than one JSON value");
        assertRefused("[" + READ + "]]", "not valid JSON");
    }

    private void assertRefused(String body, String reason) {
        assertThatExceptionOfType(ServiceException.class)
                .isThrownBy(() -> reader.read(bytes(body)))
                .withMessageContaining(reason)
                .extracting(ServiceException::status)
                .isEqualTo(400);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
