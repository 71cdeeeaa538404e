package io.dronedelivery.invoice.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.invoice.TestDatabase;
import io.dronedelivery.invoice.database.Database.Transaction;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.micrometer.observation.ObservationRegistry;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Wrapped;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What becomes of a connection, and of those who have it next, when a transaction is cancelled or does not end. */
class TransactionsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String LIMIT = "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'";
    private static final String INSERT = "INSERT INTO half VALUES ($1, $2)";

    private static TestDatabase server;

    private ConnectionPool pool;

    @BeforeAll
    static void start_database() {
        server = TestDatabase.start();
    }

    @AfterAll
    static void stop_database() {
        server.close();
    }

    @BeforeEach
    void make_table() {
        database(1);
        texts("DROP TABLE IF EXISTS half");
        texts("CREATE TABLE half (pair TEXT, part INT)");
    }

    @AfterEach
    void close_pool() {
        pool.disposeLater().block(TIMEOUT);
    }

    @Test
    void transaction_after_one_that_was_cancelled_is_one_of_its_own() {
        Database database = database(1);
        Sinks.Empty<Void> entered = Sinks.empty();
        Disposable first = database.inTransaction(transaction -> transaction
                        .update(INSERT, "first", 1)
                        .doOnNext(rows -> entered.tryEmitEmpty())
                        .then(transaction.query("SELECT pg_sleep(1)", row -> 0).then()))
                .subscribe();
        entered.asMono().block(TIMEOUT);
        CompletableFuture<Object> second = database.inTransaction(transaction -> transaction
                        .update(INSERT, "second", 1)
                        .then(Mono.error(new IllegalStateException("the second half failed"))))
                .toFuture();

        first.dispose();

        assertThatThrownBy(second::join).hasMessageContaining("the second half failed");
        assertThat(texts("SELECT pair FROM half")).isEmpty();
    }

    @Test
    void transactions_that_are_cancelled_at_any_time_leave_no_halves_and_no_transaction_open() {
        Database database = database(2);
        Random random = new Random(7);
        List<Disposable> cancelled = IntStream.range(0, 400)
                .mapToObj(number -> {
                    Disposable pair = database.inTransaction(transaction -> pair(transaction, "pair-" + number))
                            .onErrorComplete()
                            .subscribe();
                    LockSupport.parkNanos(random.nextInt(1_500_000));
                    pair.dispose();
                    return pair;
                })
                .toList();
        assertThat(cancelled).allMatch(Disposable::isDisposed);

        database.inTransaction(transaction -> pair(transaction, "last")).block(TIMEOUT);

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(
                                texts(
                                        "SELECT state FROM pg_stat_activity WHERE application_name = 'halves' AND state <> 'idle' AND pid <> pg_backend_pid()"))
                        .isEmpty());
        assertThat(texts("SELECT pair FROM half GROUP BY pair HAVING count(*) <> 2"))
                .isEmpty();
        assertThat(texts("SELECT pair FROM half WHERE pair = 'last'")).hasSize(2);
    }

    @Test
    void transaction_that_is_cancelled_while_its_begin_is_sent_does_not_stay_open() {
        Sinks.Empty<Void> gone = Sinks.empty();
        Database database = database(1, TIMEOUT, "beginTransaction", gone::tryEmitEmpty);

        database.inTransaction(transaction -> pair(transaction, "never"))
                .takeUntilOther(gone.asMono())
                .block(TIMEOUT);

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(texts("SELECT now() = statement_timestamp()"))
                        .containsExactly("true"));
    }

    @Test
    void connection_that_is_handed_over_while_its_borrower_goes_away_is_not_handed_over_to_others_as_well() {
        Sinks.Empty<Void> gone = Sinks.empty();
        AtomicInteger lent = new AtomicInteger();
        Database database = database(1, TIMEOUT, "create", () -> {
            gone.tryEmitEmpty();
            lent.set(pool.getMetrics().orElseThrow().acquiredSize());
        });

        database.inTransaction(transaction -> pair(transaction, "never"))
                .takeUntilOther(gone.asMono())
                .block(TIMEOUT);

        await().atMost(TIMEOUT).until(() -> lent.get() == 1);
        await().atMost(TIMEOUT).until(() -> pool.getMetrics().orElseThrow().acquiredSize() == 0);
    }

    @Test
    void connection_is_not_lent_again_while_a_statement_of_somebody_who_went_away_is_under_way() {
        Database database = database(2);
        Connection holder = pool.create().block(TIMEOUT);
        rows(holder, "SELECT pg_advisory_lock(7)");
        Disposable query =
                database.query("SELECT pg_advisory_lock(7)", row -> "held").subscribe();
        await().atMost(TIMEOUT)
                .until(() -> rows(holder, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);

        query.dispose();

        await().atMost(TIMEOUT)
                .during(Duration.ofMillis(300))
                .until(() -> pool.getMetrics().orElseThrow().acquiredSize() == 2);
        rows(holder, "SELECT pg_advisory_unlock(7)");
        Mono.from(holder.close()).block(TIMEOUT);
        await().atMost(TIMEOUT).until(() -> pool.getMetrics().orElseThrow().acquiredSize() == 0);
    }

    @Test
    void statements_that_have_waited_for_a_connection_get_what_is_left_of_the_caller_s_time() {
        Database database = database(1, Duration.ofHours(1));
        Connection holder = pool.create().block(TIMEOUT);
        Deadline deadline = Deadline.after(Duration.ofMinutes(50));
        CompletableFuture<Long> query = database.query(LIMIT, TransactionsTest::number)
                .single()
                .contextWrite(deadline::putInto)
                .toFuture();
        CompletableFuture<Long> transaction = database.inTransaction(
                        begun -> begun.query(LIMIT, TransactionsTest::number).single())
                .contextWrite(deadline::putInto)
                .toFuture();
        Duration begun = deadline.remaining();
        await().atMost(TIMEOUT).until(() -> deadline.remaining().compareTo(begun.minusSeconds(1)) < 0);
        Duration left = deadline.remaining();

        Mono.from(holder.close()).block(TIMEOUT);

        assertThat(query.join()).isLessThanOrEqualTo(left.toMillis());
        assertThat(transaction.join()).isLessThanOrEqualTo(left.toMillis());
    }

    private static Long number(Readable row) {
        return Long.valueOf(row.get(0, String.class));
    }

    /** How many a query has. */
    private static long rows(Connection connection, String query) {
        return Flux.from(connection.createStatement(query).execute())
                .flatMap(result -> result.map(row -> "one"))
                .count()
                .block(TIMEOUT);
    }

    @Test
    void connection_whose_transaction_does_not_end_is_not_lent_again() {
        // Time enough for BEGIN and INSERT; what the trigger does after it still lasts longer than the commit may.
        Database database = database(1, Duration.ofSeconds(1));
        texts("""
                CREATE OR REPLACE FUNCTION outlast() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                  PERFORM pg_sleep(8);
                  RETURN NULL;
                EXCEPTION WHEN query_canceled THEN
                  PERFORM pg_sleep(8);
                  RETURN NULL;
                END $$""");
        texts(
                "CREATE CONSTRAINT TRIGGER at_the_end AFTER INSERT ON half DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION outlast()");

        assertThatThrownBy(() -> database.inTransaction(transaction -> transaction.update(INSERT, "stuck", 1))
                        .block(TIMEOUT))
                .cause()
                .isInstanceOf(TimeoutException.class)
                .matches(DatabaseOutage::isOutage, "is an outage");

        assertThat(texts("SELECT 'lent'")).containsExactly("lent");
    }

    private static Mono<Long> pair(Transaction transaction, String name) {
        return transaction.update(INSERT, name, 1).then(transaction.update(INSERT, name, 2));
    }

    private Database database(int connections) {
        return database(connections, TIMEOUT);
    }

    private Database database(int connections, Duration statementTimeout) {
        return database(connections, statementTimeout, "", () -> {});
    }

    /** With what happens while a connection is handed over ("create"), or while one is about to send a BEGIN. */
    private Database database(
            int connections, Duration statementTimeout, String interferedMethod, Runnable interference) {
        if (pool != null) {
            pool.disposeLater().block(TIMEOUT);
        }
        pool = new ConnectionPool(ConnectionPoolConfiguration.builder(ConnectionFactories.get(
                        "r2dbc:postgresql://postgres@localhost:" + server.port() + "/postgres?applicationName=halves"))
                .initialSize(1)
                .maxSize(connections)
                .build());
        return new Database(
                new InterferingFactory(pool, interferedMethod, interference),
                new DatabaseProperties(
                        "localhost",
                        server.port(),
                        "postgres",
                        "postgres",
                        DatabaseProperties.SignIn.PASSWORD,
                        "",
                        "disable",
                        statementTimeout,
                        Duration.ofSeconds(2)),
                ObservationRegistry.NOOP);
    }

    /** Connections of the pool, with an interference at one method. */
    private record InterferingFactory(ConnectionFactory pool, String interferedMethod, Runnable interference)
            implements ConnectionFactory {

        @Override
        public Publisher<? extends Connection> create() {
            return Mono.from(pool.create())
                    .doOnNext(lent -> interfere("create"))
                    .map(this::interfered);
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return pool.getMetadata();
        }

        private void interfere(String method) {
            if (method.equals(interferedMethod)) {
                interference.run();
            }
        }

        private Connection interfered(Connection connection) {
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class, Wrapped.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "unwrap" -> connection;
                        case "beginTransaction" ->
                            Mono.defer(() -> {
                                interfere("beginTransaction");
                                return Mono.from(connection.beginTransaction());
                            });
                        default -> method.invoke(connection, arguments);
                    });
        }
    }

    /** What a statement answers, nothing when it is no query. */
    private List<String> texts(String sql) {
        return Flux.usingWhen(
                        pool.create(),
                        connection -> Flux.from(connection.createStatement(sql).execute())
                                .flatMap(result -> result.map(row -> String.valueOf(row.get(0)))),
                        connection -> connection.close())
                .collectList()
                .block(TIMEOUT);
    }
}
