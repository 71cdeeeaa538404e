package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields that each request to an instance has, encoded once. */
final class CommonFields {

    private static final byte[] VERSION = ascii(" HTTP/1.1\r\n");
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");
    private static final int USUAL_HEAD_BYTES = 512;

    private final HttpHeaders fields;
    private final byte[] encoded;

    CommonFields(HttpHeaders fields) {
        this.fields = fields;
        ByteBuf bytes = Unpooled.buffer();
        fields.iteratorCharSequence().forEachRemaining(field -> append(bytes, field.getKey(), field.getValue()));
        this.encoded = ByteBufUtil.getBytes(bytes);
        bytes.release();
    }

    /** The fields of one request, at first these. */
    OfRequest forRequest() {
        return new OfRequest(this);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void append(ByteBuf out, CharSequence name, CharSequence value) {
        append(out, name);
        ByteBufUtil.writeShortBE(out, ':' << 8 | ' ');
        append(out, value);
        endLine(out);
    }

    private static void append(ByteBuf out, CharSequence text) {
        if (text instanceof AsciiString bytes) {
            out.writeBytes(bytes.array(), bytes.arrayOffset(), bytes.length());
        } else {
            out.writeCharSequence(text, StandardCharsets.US_ASCII);
        }
    }

    private static void endLine(ByteBuf out) {
        ByteBufUtil.writeShortBE(out, '\r' << 8 | '\n');
    }

    /** Holds what one request sets, and reads what it does not set from the common fields. */
    static final class OfRequest extends DefaultHttpHeaders {

        private final CommonFields common;
        /** Whether it holds the common fields itself. */
        private boolean detached;

        private OfRequest(CommonFields common) {
            this.common = common;
        }

        @Override
        public @Nullable String get(CharSequence name) {
            String own = super.get(name);
            return own == null && !detached ? common.fields.get(name) : own;
        }

        @Override
        public @Nullable String get(String name) {
            return get((CharSequence) name);
        }

        @Override
        public List<String> getAll(CharSequence name) {
            List<String> own = super.getAll(name);
            return own.isEmpty() && !detached ? common.fields.getAll(name) : own;
        }

        @Override
        public List<String> getAll(String name) {
            return getAll((CharSequence) name);
        }

        @Override
        public HttpHeaders remove(CharSequence name) {
            if (!detached && common.fields.contains(name)) {
                common.fields.iteratorCharSequence().forEachRemaining(field -> {
                    if (!contains(field.getKey())) {
                        super.add(field.getKey(), field.getValue());
                    }
                });
                detached = true;
            }
            return super.remove(name);
        }

        @Override
        public HttpHeaders remove(String name) {
            return remove((CharSequence) name);
        }

        /**
         * The head of the request, and behind it room for a body.
         *
         * @param bodyBytes the length of the body, -1 when there is none
         * @param roomBytes the room behind the head
         */
        ByteBuf encode(ByteBufAllocator allocator, HttpMethod method, String uri, int bodyBytes, int roomBytes) {
            ByteBuf out = allocator.ioBuffer(USUAL_HEAD_BYTES + uri.length() + roomBytes);
            try {
                append(out, method.asciiName());
                out.writeByte(' ');
                appendUri(out, uri);
                out.writeBytes(VERSION);
                appendCommon(out);
                Iterator<Map.Entry<CharSequence, CharSequence>> own = iteratorCharSequence();
                while (own.hasNext()) {
                    Map.Entry<CharSequence, CharSequence> field = own.next();
                    append(out, field.getKey(), field.getValue());
                }
                if (bodyBytes >= 0) {
                    append(out, CONTENT_LENGTH, Integer.toString(bodyBytes));
                }
                endLine(out);
                return out;
            } catch (RuntimeException e) {
                out.release();
                throw e;
            }
        }

        private void appendCommon(ByteBuf out) {
            if (detached) {
                return;
            }
            if (!setsCommon()) {
                out.writeBytes(common.encoded);
                return;
            }
            common.fields.iteratorCharSequence().forEachRemaining(field -> {
                if (!contains(field.getKey())) {
                    append(out, field.getKey(), field.getValue());
                }
            });
        }

        private boolean setsCommon() {
            return contains(HttpHeaderNames.ACCEPT)
                    || contains(HttpHeaderNames.ACCEPT_ENCODING)
                    || contains(HttpHeaderNames.VIA)
                    || contains(HttpHeaderNames.USER_AGENT)
                    || contains(HttpHeaderNames.HOST);
        }

        /** A space or the end of a line would begin something else. */
        private static void appendUri(ByteBuf out, String uri) {
            for (int i = 0; i < uri.length(); i++) {
                char c = uri.charAt(i);
                if (c <= ' ' || c >= 0x7f) {
                    throw new IllegalArgumentException("a URI must be percent-encoded");
                }
            }
            out.writeCharSequence(uri, StandardCharsets.US_ASCII);
        }
    }
}
