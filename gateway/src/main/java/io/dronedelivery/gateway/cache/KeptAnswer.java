package io.dronedelivery.gateway.cache;

import io.dronedelivery.gateway.backend.answer.HttpDates;
import io.dronedelivery.gateway.cache.CacheRule.RequestKind;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept. All times are of {@link System#nanoTime()}.
 *
 * @param json one JSON value, not to be changed
 * @param bornAt when the backend has made it
 * @param freshUntil when it becomes stale
 * @param whileRevalidate how long it is used after that while a new one is fetched
 * @param ifError how long it stands in for failures after that
 * @param usesFresh whether it is used for anything but failures
 * @param isPrivate whether its backend has said that it is for one caller
 * @param versions of the URIs of which it is made; it is not used after the end of one
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-4.2">RFC 9111, section 4.2, freshness</a>
 */
public record KeptAnswer(
        byte[] json,
        AnswerFields fields,
        long bornAt,
        long freshUntil,
        long whileRevalidate,
        long ifError,
        boolean usesFresh,
        boolean isPrivate,
        List<UriVersion> versions) {

    /** How long an answer is kept beyond its use, because its backend may confirm it. */
    private static final long CONFIRMABLE = TimeUnit.DAYS.toNanos(1);

    /** An answer of the gateway itself, which is fresh while all these are and of no use later. */
    public static KeptAnswer whole(byte[] json, String tag, List<KeptAnswer> parts) {
        AnswerFields fields = new AnswerFields(null, null, tag, null, null);
        long now = System.nanoTime();
        if (parts.isEmpty()) {
            return new KeptAnswer(json, fields, now, now, 0, 0, true, false, List.of());
        }
        KeptAnswer least = leastFresh(parts);
        return new KeptAnswer(json, fields, now, least.freshUntil, 0, 0, true, false, least.versions);
    }

    /** That of several answers which is fresh for the least time. The changes of all of them end its use. */
    public static KeptAnswer leastFresh(List<KeptAnswer> all) {
        KeptAnswer least = all.get(0);
        for (KeptAnswer one : all) {
            least = one.freshUntil - least.freshUntil < 0 ? one : least;
        }
        return new KeptAnswer(
                least.json,
                least.fields,
                least.bornAt,
                least.freshUntil,
                least.whileRevalidate,
                least.ifError,
                least.usesFresh,
                all.stream().anyMatch(KeptAnswer::isPrivate),
                all.stream().flatMap(one -> one.versions.stream()).toList());
    }

    /**
     * An answer with status 200 as it is kept; null when it must not be kept, or would be of no use.
     *
     * @param shared whether several callers may get it
     * @param headers of the answer
     * @param askedAt when the request was made
     * @param version of its URI, before the request was made
     */
    public static @Nullable KeptAnswer of(
            CacheRule rule,
            RequestKind kind,
            boolean shared,
            HttpHeaders headers,
            byte[] json,
            long askedAt,
            UriVersion version) {
        return of(rule, kind, shared, AnswerFields.of(headers), headers, json, askedAt, List.of(version));
    }

    /**
     * The same answer after a 304; null when it must not be kept any longer.
     *
     * @param shared whether several callers may get it
     * @param headers of the 304
     */
    public @Nullable KeptAnswer confirmed(
            CacheRule rule, RequestKind kind, boolean shared, HttpHeaders headers, long askedAt) {
        return of(rule, kind, shared, fields.updatedBy(headers), headers, json, askedAt, versions);
    }

    private static @Nullable KeptAnswer of(
            CacheRule rule,
            RequestKind kind,
            boolean shared,
            AnswerFields fields,
            HttpHeaders headers,
            byte[] json,
            long askedAt,
            List<UriVersion> versions) {
        CacheDirectives control = new CacheDirectives(fields.cacheControl());
        if (control.has("no-store") || shared && control.has("private") || !kind.covers(fields.vary())) {
            return null;
        }
        boolean forAll = control.has("public") || control.has("s-maxage") || control.has("must-revalidate");
        if (kind.tokenIsShared() && !forAll) {
            return null;
        }
        Instant date = date(headers.get(HttpHeaderNames.DATE));
        long now = System.nanoTime();
        long bornAt = now - age(headers, date, now - askedAt);
        long fresh = control.has("no-cache") || !rule.usesFresh()
                ? 0
                : lifetime(control, fields.expires(), date, rule.ttl(), shared);
        boolean neverStale = control.has("no-cache")
                || control.has("must-revalidate")
                || shared && (control.has("proxy-revalidate") || control.has("s-maxage"));
        KeptAnswer answer = new KeptAnswer(
                json,
                fields,
                bornAt,
                bornAt + fresh,
                neverStale ? 0 : rule.whileRevalidate().toNanos(),
                neverStale ? 0 : rule.ifError().toNanos(),
                rule.usesFresh(),
                control.has("private"),
                versions);
        return answer.nanosOfUse(now) > 0 ? answer : null;
    }

    /**
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-4.2.3">RFC 9111, section 4.2.3, calculating age</a>
     */
    private static long age(HttpHeaders headers, @Nullable Instant date, long delay) {
        String field = headers.get(HttpHeaderNames.AGE);
        long stated = field == null ? 0 : CacheDirectives.seconds(field.strip(), 0);
        long apparent = date == null
                ? 0
                : Math.max(0, Duration.between(date, Instant.now()).toSeconds());
        return Math.max(TimeUnit.SECONDS.toNanos(apparent), TimeUnit.SECONDS.toNanos(stated) + delay);
    }

    /**
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1">RFC 9111, section 4.2.1, freshness lifetime</a>
     */
    private static long lifetime(
            CacheDirectives control, @Nullable String expires, @Nullable Instant date, Duration ttl, boolean shared) {
        long seconds = shared ? control.seconds("s-maxage") : -1;
        seconds = seconds < 0 ? control.seconds("max-age") : seconds;
        if (seconds < 0 && expires != null) {
            Instant end = date(expires);
            // One that cannot be read is in the past.
            Instant from = date == null ? Instant.now() : date;
            seconds = end == null ? 0 : Math.max(0, Duration.between(from, end).toSeconds());
        }
        return seconds < 0 ? ttl.toNanos() : TimeUnit.SECONDS.toNanos(seconds);
    }

    private static @Nullable Instant date(@Nullable String field) {
        return field == null || field.isBlank() ? null : HttpDates.parse(field.strip());
    }

    /** Whether a URI of which it is made was changed since it was requested. */
    boolean isOver() {
        for (UriVersion version : versions) {
            if (version.isOver()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may be used without a call. */
    public boolean isFresh(long now) {
        return usesFresh && freshUntil - now > 0;
    }

    /** Whether it may be used while a new one is fetched. */
    public boolean isUsableMeanwhile(long now) {
        return usesFresh && freshUntil + whileRevalidate - now > 0;
    }

    public boolean isUsableAfterFailure(long now) {
        return !isOver() && ifError > 0 && freshUntil + ifError - now > 0;
    }

    public long ageSeconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - bornAt);
    }

    /** The seconds until it becomes stale, negative after that. */
    public long secondsFresh() {
        return Math.floorDiv(freshUntil - System.nanoTime(), TimeUnit.SECONDS.toNanos(1));
    }

    public boolean isMeantBy(HttpHeaders notModified) {
        return fields.hasValidator() && fields.isMeantBy(notModified);
    }

    /** How long it is kept, 0 or less when it is of no use. */
    long nanosOfUse(long now) {
        long use = freshUntil + Math.max(whileRevalidate, ifError) - now;
        return fields.hasValidator() ? Math.max(use, CONFIRMABLE) : use;
    }

    /** How many bytes it takes beside its key. */
    int size() {
        return json.length + fields.size() + versions.size() * Long.BYTES;
    }

    static int size(@Nullable String text) {
        return text == null ? 0 : 56 + 2 * text.length();
    }
}
