package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Callers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Netty's decoder, which emits one message and then waits for the next call. It refuses requests that two servers could read differently,
 * because such a request can look like two requests to another server (request smuggling). What it refuses has a failed decoder result;
 * {@link RequestWatch} answers it. A request that is well-formed costs a few comparisons and no allocation.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112">RFC 9112, HTTP/1.1</a>
 */
final class RequestDecoder extends HttpRequestDecoder {

    private static final AsciiString AUTHORIZATION = AsciiString.of("authorization:");

    private final int maxHeaderSize;
    private final int maxLineLength;
    private boolean lineRead;
    private int hosts;
    private int transferEncodings;

    RequestDecoder(HttpDecoderConfig limits) {
        super(limits);
        maxHeaderSize = limits.getMaxHeaderSize();
        maxLineLength = limits.getMaxInitialLineLength();
        setSingleDecode(true);
    }

    boolean holdsBytes() {
        return actualReadableBytes() > 0;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        int begin = in.readerIndex();
        int before = out.size();
        super.decode(ctx, in, out);
        if (out.size() > before
                && out.get(before) instanceof HttpObject object
                && object.decoderResult().cause() instanceof Exception cause
                && !(cause instanceof ProblemException)) {
            object.setDecoderResult(DecoderResult.failure(
                    cause instanceof TooLongFrameException tooLong
                            ? refused(object, tooLong, in, begin)
                            : refused(object, cause)));
        }
    }

    /** What is wrong, as far as it is known where: Netty's own words may have the client's bytes. */
    private ProblemException refused(HttpObject object, Exception cause) {
        if (!(object instanceof HttpMessage)) {
            return refused("The chunks of the request's body are not well-formed.");
        }
        if (!lineRead) {
            return refused("The request's first line must be a method, a target and HTTP/1.1, and end with CRLF.");
        }
        return String.valueOf(cause.getMessage()).contains("Content-Length")
                ? refused("The request must have one Content-Length at most, which is a whole number.")
                : refused(
                        "Each header field of the request must be a name, a colon and a value without control characters,"
                                + " and end with CRLF.");
    }

    private ProblemException refused(HttpObject object, TooLongFrameException tooLong, ByteBuf in, int begin) {
        if (tooLong instanceof TooLongHttpHeaderException) {
            return object instanceof HttpMessage && endsInToken(in, begin)
                    ? Callers.invalidToken()
                    : ProblemException.of(
                            ProblemType.HEADERS_TOO_LARGE,
                            "The request's header fields may have " + maxHeaderSize
                                    + " bytes (server.max-http-request-header-size).");
        }
        String limit = maxLineLength + " bytes (server.netty.max-initial-line-length).";
        return object instanceof HttpMessage
                ? ProblemException.of(ProblemType.URI_TOO_LONG, "The request's first line may have " + limit)
                : refused("The line with the size of a chunk may have " + limit);
    }

    /** Whether the field that did not fit is a token: such a one is refused like any other that does not hold. */
    private boolean endsInToken(ByteBuf in, int begin) {
        int end = (int) Math.min(in.writerIndex(), (long) begin + maxHeaderSize);
        int line = ByteBufUtil.indexOf(in, end, begin, (byte) '\n') + 1;
        int length = AUTHORIZATION.length();
        int start = Math.max(line, begin);
        return end - start > length
                && AUTHORIZATION.contentEqualsIgnoreCase(in.toString(start, length, StandardCharsets.ISO_8859_1));
    }

    @Override
    protected HttpMessage createMessage(String[] initialLine) throws Exception {
        hosts = 0;
        transferEncodings = 0;
        String fault = RequestTarget.fault(initialLine[0], initialLine[1]);
        if (fault != null) {
            throw refused(fault);
        }
        HttpMessage message = super.createMessage(initialLine);
        lineRead = true;
        return message;
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        requireOneSpaceBefore(line, start);
        return super.splitSecondWordInitialLine(line, start, length);
    }

    @Override
    protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
        requireOneSpaceBefore(line, start);
        return super.splitThirdWordInitialLine(line, start, length);
    }

    private static void requireOneSpaceBefore(byte[] line, int start) {
        if (start < 2 || line[start - 1] != ' ' || (line[start - 2] & 0xFF) <= ' ') {
            throw refused("The words of the request's first line have to be separated by one space.");
        }
    }

    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        AsciiString name = super.splitHeaderName(line, start, length);
        if (length == HttpHeaderNames.HOST.length() && HttpHeaderNames.HOST.contentEqualsIgnoreCase(name)) {
            hosts++;
        } else if (length == HttpHeaderNames.TRANSFER_ENCODING.length()
                && HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)) {
            transferEncodings++;
        }
        return name;
    }

    /** Netty asks this when all header fields have come, and takes an exception for what is wrong with them. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage request) {
        lineRead = false;
        HttpVersion version = request.protocolVersion();
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0) {
            throw refused("The request's protocol has to be HTTP/1.1 or HTTP/1.0.");
        }
        if (hosts > 1 || (hosts == 0 && version == HttpVersion.HTTP_1_1)) {
            throw refused("The request must have one header field Host.");
        }
        if (hosts == 1 && !HostField.isValid(request.headers().get(HttpHeaderNames.HOST))) {
            throw refused("The header field Host must be a host name or an IP address, and a port if any.");
        }
        if (transferEncodings > 0) {
            requireChunked(request);
        }
        return super.isContentAlwaysEmpty(request);
    }

    private void requireChunked(HttpMessage request) {
        String encoding = request.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
        if (transferEncodings > 1 || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encoding)) {
            throw refused("The only Transfer-Encoding that is understood here is chunked.");
        }
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw refused("The request has both Transfer-Encoding and Content-Length.");
    }

    private static ProblemException refused(String why) {
        return ProblemException.of(ProblemType.INVALID_REQUEST, why);
    }
}
