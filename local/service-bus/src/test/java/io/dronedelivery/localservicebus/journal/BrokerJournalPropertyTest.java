package io.dronedelivery.localservicebus.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dronedelivery.localjournal.JournalFile;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A journal that ends anywhere gives back all that was written whole, and one that is damaged is refused and stays as it is. */
class BrokerJournalPropertyTest {
    private static Path directories;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directories = Files.createTempDirectory("journal");
    }

    @AfterContainer
    static void deleteDirectory() throws IOException {
        try (Stream<Path> all = Files.walk(directories)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** The changes of one frame: how many messages a receiver takes, and the bodies of those that are sent. */
    private record Round(int taken, List<byte[]> sent) {}

    /** Where each frame ends, the first one after the beginning of the file, and the broker's state with the frames until there. */
    private record History(Path directory, byte[] bytes, List<Integer> ends, List<byte[]> states) {
        Path file() {
            return directory.resolve("servicebus.journal");
        }

        byte[] stateAt(int length) {
            int whole = 0;
            while (whole + 1 < ends.size() && ends.get(whole + 1) <= length) {
                whole++;
            }
            return states.get(whole);
        }
    }

    @Property(tries = 100, seed = "17")
    void a_journal_torn_at_any_byte_gives_back_what_was_written_whole_and_goes_on(
            @ForAll("rounds") List<Round> rounds, @ForAll double place) throws IOException {
        History history = write(rounds);
        int beginning = history.ends().get(0);
        int length = beginning + below(history.bytes().length - beginning + 1, place);
        Files.write(history.file(), Arrays.copyOf(history.bytes(), length));

        Broker torn = BrokerJournalTest.broker(null);
        BrokerJournal.open(history.directory(), torn).close();

        assertThat(BrokerJournalFuzz.written(torn)).isEqualTo(history.stateAt(length));
        Broker again = BrokerJournalTest.broker(null);
        BrokerJournal.open(history.directory(), again).close();
        assertThat(BrokerJournalFuzz.written(again)).isEqualTo(BrokerJournalFuzz.written(torn));
    }

    @Property(tries = 200, seed = "17")
    void damage_before_the_last_frame_is_reported(
            @ForAll("rounds") List<Round> rounds, @ForAll double place, @ForAll byte damage) throws IOException {
        Assume.that(damage != 0);
        History history = write(rounds);
        List<Integer> ends = history.ends();
        byte[] bytes = history.bytes().clone();
        bytes[below(ends.get(ends.size() - 2), place)] ^= damage;
        Files.write(history.file(), bytes);

        assertThatIllegalStateException()
                .isThrownBy(() -> BrokerJournal.open(history.directory(), BrokerJournalTest.broker(null)))
                .withMessageMatching("(?s).*(damaged at byte|is no journal|of another version).*");
        assertThat(history.file()).hasBinaryContent(bytes);
    }

    /** Without waiting for the device, which takes most of the time of a journal. */
    private static History write(List<Round> rounds) throws IOException {
        Broker broker = BrokerJournalTest.broker(null);
        List<Integer> ends = new ArrayList<>();
        List<byte[]> states = new ArrayList<>();
        Path directory = Files.createTempDirectory(directories, "bus");
        Path file = directory.resolve("servicebus.journal");
        try (JournalFile journal = JournalFile.create(file, BrokerJournal.FORMAT)) {
            RecordWriter writer = new RecordWriter(broker.codec(), frame -> append(journal, frame));
            note(ends, states, journal, broker);
            broker.describe(writer);
            note(ends, states, journal, broker);
            broker.log(writer);
            MessageQueue queue = broker.queue("q").orElseThrow();
            for (Round round : rounds) {
                queue.deliveries().receivers().attach(new BrokerJournalTest.Glutton(round.taken()));
                queue.send(round.sent().stream()
                        .map(body -> BrokerJournalTest.message(broker, "id", body))
                        .toList());
                broker.settleDown();
                note(ends, states, journal, broker);
            }
        }
        return new History(directory, Files.readAllBytes(file), ends, states);
    }

    private static void append(JournalFile journal, ByteBuffer frame) {
        try {
            journal.append(frame);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void note(List<Integer> ends, List<byte[]> states, JournalFile journal, Broker broker) {
        int end = (int) journal.size();
        if (ends.isEmpty() || end > ends.get(ends.size() - 1)) {
            ends.add(end);
            states.add(BrokerJournalFuzz.written(broker));
        }
    }

    private static int below(int limit, double place) {
        return (int) (Math.abs(place % 1) * limit);
    }

    @Provide
    Arbitrary<List<Round>> rounds() {
        Arbitrary<byte[]> body = Arbitraries.bytes().array(byte[].class).ofMaxSize(20);
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3), body.list().ofMaxSize(4))
                .as(Round::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }
}
