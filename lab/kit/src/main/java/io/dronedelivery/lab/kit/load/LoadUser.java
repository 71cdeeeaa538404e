package io.dronedelivery.lab.kit.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One user: makes one request after the other until there is none. Belongs to the event loop. */
final class LoadUser {

    static final String TIMEOUT = "timeout";
    static final String DEADLINE = "deadline";
    static final String WRONG_ANSWER = "wrong answer";

    private static final int SUCCESSFUL = 2;
    private static final int UNAVAILABLE = 503;

    private final LoadRun run;
    private final Tally tally;
    private final long timeout;
    private final int attempts;

    private @Nullable LoadConnection connection;
    private @Nullable ScheduledFuture<?> pause;
    private int number = -1;
    private int attempt;
    private long begun;
    private long attempted;

    LoadUser(LoadRun run, Tally tally, Duration timeout, int attempts) {
        this.run = run;
        this.tally = tally;
        this.timeout = timeout.toNanos();
        this.attempts = attempts;
    }

    /** Makes the next request. */
    void begin() {
        number = run.next();
        if (number < 0) {
            disconnect();
            run.left(this);
            return;
        }
        attempt = 0;
        begun = System.nanoTime();
        attempt();
    }

    private void attempt() {
        pause = null;
        attempt++;
        attempted = System.nanoTime();
        LoadConnection kept = connection;
        if (kept == null) {
            connect();
        } else {
            send(kept);
        }
    }

    private void send(LoadConnection open) {
        open.send(run.host(), run.target(number), run.answer(number));
    }

    private void connect() {
        LoadConnection opening = new LoadConnection(this);
        connection = opening;
        run.connect(opening, failure -> {
            if (connection != opening) {
                opening.close();
            } else if (failure == null) {
                send(opening);
            } else {
                failed(opening, kind(failure));
            }
        });
    }

    /**
     * An answer is complete.
     *
     * @param retryAfter seconds after which a refused request may be made again, -1 when that was not said
     * @param kept whether the connection takes another request
     * @param expected whether its body is what a successful answer was to have
     */
    void answered(LoadConnection by, int status, int retryAfter, boolean kept, boolean expected) {
        if (by != connection) {
            return; // what else came together with something that is no HTTP
        }
        if (!kept) {
            disconnect();
        }
        boolean refused = status == UNAVAILABLE && retryAfter >= 0;
        if (refused) {
            tally.refused(System.nanoTime() - attempted);
        }
        if (refused && attempt < attempts) {
            pause = run.loop().schedule(this::attempt, retryAfter, TimeUnit.SECONDS);
            return;
        }
        if (status / 100 == SUCCESSFUL && !expected) {
            tally.failed(WRONG_ANSWER, System.nanoTime() - begun);
        } else {
            tally.answered(status, System.nanoTime() - begun);
        }
        begin();
    }

    /** The connection ended, or what came was no answer. */
    void failed(LoadConnection broken, String kind) {
        if (broken != connection) {
            return;
        }
        disconnect();
        if (!waiting() && number >= 0) {
            tally.failed(kind, System.nanoTime() - begun);
            begin();
        }
    }

    /** The server closed a kept connection just when the next request was sent: RFC 9110, 9.2.2 lets a GET be sent again. */
    void closedBeforeAnswer(LoadConnection closed) {
        if (closed == connection) {
            disconnect();
            connect();
        }
    }

    boolean waiting() {
        return pause != null;
    }

    void check(long now) {
        LoadConnection used = connection;
        if (!waiting() && used != null && now - attempted >= timeout) {
            failed(used, TIMEOUT);
        }
    }

    void giveUp(long now) {
        ScheduledFuture<?> waited = pause;
        if (waited != null) {
            waited.cancel(false);
        }
        disconnect();
        tally.failed(DEADLINE, now - begun);
        run.left(this);
    }

    private void disconnect() {
        LoadConnection left = connection;
        connection = null;
        if (left != null) {
            left.close();
        }
    }

    private static String kind(Throwable cause) {
        return cause instanceof ConnectTimeoutException ? TIMEOUT : LoadConnection.kind(cause);
    }
}
