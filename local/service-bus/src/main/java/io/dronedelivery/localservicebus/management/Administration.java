package io.dronedelivery.localservicebus.management;

import io.dronedelivery.localrequests.LocalRequests;
import io.dronedelivery.localservicebus.amqp.SasTokens;
import io.dronedelivery.localservicebus.amqp.WebAnswers;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The administration over HTTP: lists, reads, creates, changes and deletes entities and rules. Runs on the event loop. */
public final class Administration implements WebAnswers {
    private final EntityRequests entities;
    private final LocalRequests taken;
    private final SasTokens tokens;
    private final Broker broker;

    /**
     * @param loopbackOnly whether only this machine reaches the bus
     * @param host the host name in answers
     * @param tokens checks the callers' permissions
     */
    public Administration(boolean loopbackOnly, String host, Broker broker, SasTokens tokens) {
        this.broker = broker;
        this.entities = new EntityRequests(broker, host);
        this.tokens = tokens;
        this.taken = loopbackOnly && host.equals("localhost")
                ? LocalRequests.toLoopback()
                : LocalRequests.toLoopback().orTo(List.of(host));
    }

    @Override
    public @Nullable FullHttpResponse publicAnswer(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            FullHttpResponse last = error(HttpResponseStatus.BAD_REQUEST, "The request is no HTTP.");
            HttpUtil.setKeepAlive(last, false);
            return last;
        }
        if (LocalRequests.isHealthCheck(request.method().name(), request.uri())) {
            return answer(HttpResponseStatus.OK, "{\"status\":\"healthy\"}", "application/json");
        }
        String refusal = taken.refusal(
                request.headers().get(HttpHeaderNames.HOST),
                request.headers().get(HttpHeaderNames.ORIGIN),
                request.headers().get("Sec-Fetch-Site"));
        return refusal == null ? null : error(HttpResponseStatus.FORBIDDEN, refusal);
    }

    @Override
    public FullHttpResponse answer(FullHttpRequest request) {
        try {
            QueryStringDecoder address = new QueryStringDecoder(request.uri());
            String path = address.path().replaceFirst("^/+", "");
            String token = request.headers().get(HttpHeaderNames.AUTHORIZATION);
            tokens.check(token == null ? "" : token, path, broker.now());
            // Some clients ask for lists with it.
            String entity = path.replaceFirst("/+$", "");
            boolean replaces = request.headers().contains(HttpHeaderNames.IF_MATCH);
            return switch (request.method().name()) {
                case "GET" -> xml(HttpResponseStatus.OK, entities.get(entity, FeedPage.of(address.parameters())));
                case "PUT" ->
                    xml(
                            replaces ? HttpResponseStatus.OK : HttpResponseStatus.CREATED,
                            entities.put(entity, ByteBufUtil.getBytes(request.content()), replaces));
                case "DELETE" -> {
                    entities.delete(entity);
                    yield xml(HttpResponseStatus.OK, "");
                }
                default ->
                    error(
                            HttpResponseStatus.METHOD_NOT_ALLOWED,
                            "The method %s is not modelled.".formatted(request.method()));
            };
        } catch (BrokerRefusal refusal) {
            return error(status(refusal.condition()), String.valueOf(refusal.getMessage()));
        } catch (IllegalArgumentException e) {
            return error(HttpResponseStatus.BAD_REQUEST, "SubCode=40000. Bad Request. " + e.getMessage());
        }
    }

    private static HttpResponseStatus status(String condition) {
        return switch (condition) {
            case Conditions.UNAUTHORIZED -> HttpResponseStatus.UNAUTHORIZED;
            case Conditions.NOT_FOUND -> HttpResponseStatus.NOT_FOUND;
            case Conditions.ENTITY_ALREADY_EXISTS -> HttpResponseStatus.CONFLICT;
            default -> HttpResponseStatus.BAD_REQUEST;
        };
    }

    private static FullHttpResponse error(HttpResponseStatus status, String detail) {
        return xml(
                status,
                "<Error>%s%s</Error>"
                        .formatted(
                                EntityXml.element("Code", Integer.toString(status.code())),
                                EntityXml.element("Detail", detail)));
    }

    private static FullHttpResponse xml(HttpResponseStatus status, String body) {
        return answer(status, body, "application/atom+xml;type=entry;charset=utf-8");
    }

    private static FullHttpResponse answer(HttpResponseStatus status, String body, String type) {
        FullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        return answer;
    }
}
