package io.dronedelivery.localcosmos.store;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * One version of a document: the client's own bytes and the numbers from which its system properties are written on reads. Immutable except
 * for the mark that it was replaced or deleted, which its partition's lock guards.
 */
public final class DocumentVersion {
    /** A transactional batch has at most 100 operations. */
    private static final int PLACE_BITS = 7;

    private static final int UNREAD = Integer.MIN_VALUE;

    private final DocumentKey key;
    private final long sequence;
    private final long lsn;
    private final byte place;
    private final int timestamp; // unsigned, and so small that the next field needs no memory
    private int ttl = UNREAD; // a race between readers gives each the same
    private final byte[] body;
    private boolean live = true;

    /**
     * @param sequence orders the documents of a partition by their creation; stays in replacements
     * @param lsn logical sequence number of the write that made this version; all documents of a transactional batch have the same
     * @param place of the write in its transactional batch, from 0
     * @param timestamp seconds since 1970
     * @param body one JSON object without system properties
     */
    public DocumentVersion(DocumentKey key, long sequence, long lsn, int place, long timestamp, byte[] body) {
        if (place < 0 || place >= 1 << PLACE_BITS) {
            throw new IllegalArgumentException("A transactional batch has no place " + place);
        }
        this.key = key;
        this.sequence = sequence;
        this.lsn = lsn;
        this.place = (byte) place;
        this.timestamp = (int) timestamp;
        this.body = body;
    }

    public DocumentKey key() {
        return key;
    }

    public long sequence() {
        return sequence;
    }

    public long lsn() {
        return lsn;
    }

    public int place() {
        return place;
    }

    /** Orders the versions of a partition by their writes. Each version has a different number. */
    long version() {
        return lsn << PLACE_BITS | place;
    }

    /** The highest {@link #version} of a write with this logical sequence number. */
    static long lastVersionOf(long lsn) {
        return lsn << PLACE_BITS | (1 << PLACE_BITS) - 1;
    }

    public long timestamp() {
        return Integer.toUnsignedLong(timestamp);
    }

    /**
     * The last second since 1970 in which the document can be read.
     *
     * @param defaultTtl seconds to live for a document without a {@code ttl}; -1 for ever
     */
    long livesUntil(int defaultTtl) {
        int own = ttl;
        if (own == UNREAD) {
            own = TimeToLive.of(body);
            ttl = own;
        }
        int seconds = own == TimeToLive.NONE ? defaultTtl : own;
        return seconds < 0 ? Long.MAX_VALUE : timestamp() + seconds;
    }

    /** The client's bytes. They must not be changed. */
    public byte[] body() {
        return body;
    }

    public int size() {
        return body.length;
    }

    boolean isLive() {
        return live;
    }

    void retire() {
        live = false;
    }

    /** The entity tag with its quotes. Each version of a document has a different one. */
    public String etag() {
        return etag(version(), timestamp());
    }

    private static String etag(long version, long timestamp) {
        StringBuilder text = new StringBuilder(40).append('"');
        String hex = Long.toHexString(version);
        text.append("0".repeat(16 - hex.length())).append(hex);
        return text.append('-').append(Long.toHexString(timestamp)).append('"').toString();
    }

    /**
     * The document as a client sees it, with its system properties inserted before the last brace.
     *
     * @param container the container whose resource id begins the document's
     */
    public byte[] toJson(Container container) {
        return splice(container, "");
    }

    /** The document as a client sees it, as a tree that is built on demand. It must not be changed. */
    public ObjectNode toTree(Container container) {
        return LazyFields.view(this, container);
    }

    /** As {@link #toJson}, with the {@code _lsn} of a change feed. */
    public byte[] toChangeFeedJson(Container container) {
        return splice(container, ",\"_lsn\":" + lsn);
    }

    private byte[] splice(Container container, String more) {
        String rid = container.documentRid(sequence);
        String etag = etag();
        byte[] suffix = (",\"_rid\":\"" + rid + "\",\"_self\":\"" + container.self() + "docs/" + rid
                        + "/\",\"_etag\":\"\\\""
                        + etag.substring(1, etag.length() - 1) + "\\\"\",\"_attachments\":\"attachments/\",\"_ts\":"
                        + timestamp()
                        + more + "}")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] json = new byte[body.length - 1 + suffix.length];
        System.arraycopy(body, 0, json, 0, body.length - 1);
        System.arraycopy(suffix, 0, json, body.length - 1, suffix.length);
        return json;
    }
}
