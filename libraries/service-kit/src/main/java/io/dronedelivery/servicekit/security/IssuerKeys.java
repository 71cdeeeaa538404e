package io.dronedelivery.servicekit.security;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import io.dronedelivery.servicekit.background.BackgroundWork;
import io.dronedelivery.servicekit.security.SecurityProperties.KeySettings;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The issuer's keys, kept in memory. They are requested when the first token comes, again after {@code refresh}, and when a token names an
 * unknown key, because the issuer may have changed its keys. They are requested at most every {@code retry}, so that forged tokens do not become
 * calls to the issuer. At most {@code waiting} tokens wait for that answer while keys are known, so that forged ones cannot hold all requests in
 * progress. When the issuer cannot be reached, the keys stay in use for {@code keep}.
 *
 * <p>Any thread may call it.
 */
final class IssuerKeys {

    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    private final Supplier<Mono<JWKSet>> issuer;
    private final KeySettings settings;
    private final Runnable onWithdrawn;
    private final LongSupplier nanoTime;

    private final BackgroundWork refreshing = new BackgroundWork("Asking for the issuer's keys");
    /** Tokens that wait for the issuer's answer although keys are known. */
    private final AtomicInteger waiting = new AtomicInteger();

    private volatile @Nullable Known known;

    /** Whether the last question was not answered. */
    private volatile boolean isUnreachable;

    /** Guarded by this, as is the next. */
    private long nextQuestion;

    private @Nullable Mono<Known> question;

    private record Known(JWKSet keys, long since) {}

    /**
     * @param issuer is asked for its keys
     * @param onWithdrawn is called when a key that was there before is not there any more
     * @param nanoTime as {@link System#nanoTime()}: no clock that is set back makes the keys younger, or a question wait
     */
    IssuerKeys(Supplier<Mono<JWKSet>> issuer, KeySettings settings, Runnable onWithdrawn, LongSupplier nanoTime) {
        this.issuer = issuer;
        this.settings = settings;
        this.onWithdrawn = onWithdrawn;
        this.nanoTime = nanoTime;
        this.nextQuestion = nanoTime.getAsLong();
    }

    /**
     * The keys with which a token of that header can have been signed; none when the issuer has no such key.
     *
     * @return fails with {@link IssuerUnavailableException} when that cannot be known: the issuer's keys cannot be had, or too many others
     *     wait to learn the same
     */
    Mono<List<JWK>> of(JWSHeader header) {
        JWKSelector selector = new JWKSelector(JWKMatcher.forJWSHeader(header));
        JWKSelector nameless = nameless(header);
        return Mono.defer(() -> {
            Known now = known;
            if (now == null || isOlderThan(now, settings.keep())) {
                return ask(true).map(fresh -> select(fresh, selector, nameless, header.getKeyID()));
            }
            List<JWK> keys = selector.select(now.keys());
            if (keys.isEmpty()) {
                return askUnlessTooManyWait()
                        .switchIfEmpty(Mono.fromCallable(() -> asOfNow(now, nameless)))
                        .map(fresh -> select(fresh, selector, nameless, header.getKeyID()));
            }
            if (isOlderThan(now, settings.refresh())) {
                refreshing.run(ask(false).then());
            }
            return Mono.just(keys);
        });
    }

    /** The issuer has just been asked. If it did not answer, a key that is not known may be a new one. */
    private Known asOfNow(Known now, JWKSelector nameless) {
        if (isUnreachable && nameless.select(now.keys()).isEmpty()) {
            throw new IssuerUnavailableException("The issuer did not say whether it has a new key", null);
        }
        return now;
    }

    /** Keys of that name; where there is none, those without a name, since an issuer need not give any (RFC 7517, section 4.5). */
    private static List<JWK> select(Known from, JWKSelector selector, JWKSelector nameless, @Nullable String name) {
        List<JWK> named = selector.select(from.keys());
        return !named.isEmpty() || name == null
                ? named
                : nameless.select(from.keys()).stream()
                        .map(key -> named(key, name))
                        .toList();
    }

    /** The decoder takes only keys that are called as the token says. */
    private static JWK named(JWK key, String name) {
        Map<String, Object> parameters = key.toJSONObject();
        parameters.put("kid", name);
        try {
            return JWK.parse(parameters);
        } catch (ParseException e) {
            throw new IllegalStateException("It has been parsed before", e);
        }
    }

    private static JWKSelector nameless(JWSHeader header) {
        return new JWKSelector(new JWKMatcher.Builder(JWKMatcher.forJWSHeader(header))
                .keyIDs((String) null)
                .build());
    }

    /** Asks the issuer, or joins the question that is under way; fails at once where as many wait as may. */
    private Mono<Known> askUnlessTooManyWait() {
        if (waiting.incrementAndGet() > settings.waiting()) {
            waiting.decrementAndGet();
            return Mono.error(new IssuerUnavailableException("Too many wait for the issuer's keys", null));
        }
        return ask(false).doFinally(end -> waiting.decrementAndGet());
    }

    private boolean isOlderThan(Known keys, Duration age) {
        return nanoTime.getAsLong() - keys.since() > age.toNanos();
    }

    /**
     * Asks the issuer, or joins the question that is under way.
     *
     * @param needed whether it is a failure when the issuer must not be asked again yet; otherwise the answer is empty
     */
    private synchronized Mono<Known> ask(boolean needed) {
        if (question != null) {
            return question;
        }
        long now = nanoTime.getAsLong();
        if (now - nextQuestion < 0) {
            return needed
                    ? Mono.error(new IssuerUnavailableException("The issuer was asked a moment ago", null))
                    : Mono.empty();
        }
        nextQuestion = now + settings.retry().toNanos();
        Mono<Known> asked = Mono.defer(issuer)
                .map(keys -> new Known(keys, nanoTime.getAsLong()))
                .doOnNext(this::replace)
                .doOnError(failure -> isUnreachable = true)
                .doOnError(failure -> log.warn("The keys of the issuer cannot be had: {}", failure.toString()))
                .onErrorMap(failure -> new IssuerUnavailableException("The keys of the issuer cannot be had", failure))
                .doFinally(end -> answered())
                .cache();
        question = asked;
        return asked;
    }

    private synchronized void answered() {
        question = null;
    }

    private void replace(Known fresh) {
        isUnreachable = false;
        Known before = known;
        known = fresh;
        if (before != null && !fresh.keys().getKeys().containsAll(before.keys().getKeys())) {
            onWithdrawn.run();
        }
    }
}
