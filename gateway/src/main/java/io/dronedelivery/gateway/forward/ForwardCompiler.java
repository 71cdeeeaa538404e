package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.backend.TargetCompiler;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.endpoint.EndpointCompiler;
import io.dronedelivery.gateway.endpoint.HeaderRules;
import io.dronedelivery.gateway.endpoint.ReservedPaths;
import io.dronedelivery.gateway.forward.Forward.ForwardDocumentation;
import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.settings.ForwardProperties;
import io.dronedelivery.gateway.settings.ForwardProperties.AnswerMode;
import io.dronedelivery.gateway.settings.ForwardProperties.LocationProperties;
import io.dronedelivery.gateway.settings.ForwardProperties.Method;
import io.dronedelivery.gateway.settings.ForwardProperties.StreamProperties;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.HedgeProperties;
import io.dronedelivery.gateway.settings.SettingFaults;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

/** Compiles {@code gateway.forwards.*}; what does not fit together is noted with the property's name. */
final class ForwardCompiler extends EndpointCompiler<ForwardProperties, Forward> {

    private static final int SCHEMA_DEPTH = 100;
    private static final String NO_LOCATION = "has no effect, because response-headers does not pass Location on";
    private static final DataSize MAX_REQUEST_BODY = DataSize.ofKilobytes(64);

    private final GatewayProperties settings;
    private final Backends backends;
    private final DataSize serverMaxRequestBody;
    private final SettingFaults faults;
    private final TakenPaths taken;

    /** @param serverMaxRequestBody what no request's body may be above, whatever it asks for */
    ForwardCompiler(
            GatewayProperties settings,
            Backends backends,
            Aggregations aggregations,
            ReservedPaths reserved,
            DataSize serverMaxRequestBody,
            SettingFaults faults) {
        super("gateway.forwards", settings, reserved, faults);
        this.settings = settings;
        this.backends = backends;
        this.serverMaxRequestBody = serverMaxRequestBody;
        this.faults = faults;
        this.taken = new TakenPaths(aggregations, faults);
    }

    /** The forwards in the order of the settings; those with faults are left out. */
    List<Forward> compile() {
        return compileAll(settings.forwards());
    }

    @Override
    protected @Nullable Forward compile(
            String name, String property, @Nullable PathTemplate path, ForwardProperties properties) {
        if (path == null || properties.method() == null) {
            return null;
        }
        HttpMethod method = HttpMethod.valueOf(properties.method().name());
        taken.take(property + ".path", method, path);
        List<Variable> variables = variables(property, path, properties);
        EndpointAccess access = access(property, properties, variables);
        TargetCompiler targets = new TargetCompiler(backends, variables, faults);
        Backend backend = targets.backend(property + ".backend", properties.backend());
        TargetTemplate target = targets.target(property + ".target", properties.target());
        Duration timeout = properties.timeout() == null ? settings.defaults().deadline() : properties.timeout();
        checkTimeout(property + ".timeout", method, timeout);
        DataSize maxRequestBody = maxRequestBody(property + ".max-request-body", method, properties);
        HeaderRules.THROUGH_FORWARD.check(property + ".request-headers", properties.requestHeaders(), faults);
        HeaderRules.THROUGH_FORWARD.check(property + ".response-headers", properties.responseHeaders(), faults);
        checkIdempotencyHeader(property + ".idempotency-header", method, properties);
        checkHedge(property + ".hedge", method, timeout, properties);
        targets.checkBudgetForHedge(property + ".hedge", properties.hedge() == null ? null : backend);
        checkLocation(property + ".location", properties);
        Forward.Stream stream = stream(property, properties);
        checkSchema(property + ".request-schema", properties.requestSchema());
        checkHeaderSchemas(property + ".request-header-schemas", properties);
        checkResponses(property + ".responses", properties.responses());
        if (backend == null || target == null) {
            return null;
        }
        LocationProperties location = properties.location();
        return new Forward(
                name,
                method,
                path,
                decided(property, properties, variables, target.requiredVariables()),
                access,
                backend,
                target,
                timeout,
                stream,
                properties.priority(),
                (int) maxRequestBody.toBytes(),
                List.copyOf(properties.requestHeaders()),
                properties.idempotencyHeader(),
                properties.retry(),
                properties.hedge(),
                List.copyOf(properties.responseHeaders()),
                location == null
                        ? null
                        : new LocationRewrite(backend.origin(), backend.pathPrefix(), location.from(), location.to()),
                List.copyOf(properties.locationHosts()),
                properties.passErrorBodies(),
                documentation(properties));
    }

    private Forward.@Nullable Stream stream(String property, ForwardProperties forward) {
        StreamProperties set = forward.stream();
        if (forward.answer() == AnswerMode.WHOLE) {
            faults.require(set == null, property + ".stream", null, "has no effect, because answer is not stream");
            return null;
        }
        faults.require(
                forward.method() == Method.GET, property + ".answer", "stream", "is for forwards with the method GET");
        StreamProperties stream = set == null ? StreamProperties.DEFAULTS : set;
        faults.requireTime(property + ".stream.idle", stream.idle());
        faults.requireTime(property + ".stream.longest", stream.longest());
        return new Forward.Stream(stream.idle(), stream.longest(), stream.max());
    }

    private static ForwardDocumentation documentation(ForwardProperties properties) {
        return new ForwardDocumentation(
                properties.summary(),
                properties.description(),
                List.copyOf(properties.tags()),
                properties.requestExample(),
                properties.requestSchema(),
                Map.copyOf(properties.requestHeaderSchemas()),
                Map.copyOf(properties.responses()));
    }

    /** Any body takes some of the time, so one that needs all of it for the call would never be passed on. */
    private void checkTimeout(String property, HttpMethod method, Duration timeout) {
        faults.requireTime(property, timeout);
        Duration least = settings.defaults().leastTime();
        faults.require(
                !Forward.takesBody(method) || timeout.compareTo(least) > 0,
                property,
                timeout,
                "must be above gateway.defaults.least-time, which is " + least.toMillis() + "ms");
    }

    private DataSize maxRequestBody(String property, HttpMethod method, ForwardProperties forward) {
        DataSize set = forward.maxRequestBody();
        faults.require(
                set == null || Forward.takesBody(method),
                property,
                set,
                "has no effect, because the body of a " + method + " is ignored");
        DataSize size = set == null ? MAX_REQUEST_BODY : set;
        checkSize(property, size);
        return size;
    }

    private void checkSize(String property, DataSize size) {
        faults.requireSize(property, size, "1GB");
        faults.require(
                size.compareTo(serverMaxRequestBody) <= 0,
                property,
                size,
                "must not be above service-kit.max-request-body, which is " + serverMaxRequestBody);
        DataSize incoming = settings.limits().maxIncomingBodies();
        faults.require(
                size.compareTo(incoming) <= 0,
                property,
                size,
                "must not be above gateway.limits.max-incoming-bodies, which is " + incoming);
    }

    private void checkHeaderSchemas(String property, ForwardProperties forward) {
        forward.requestHeaderSchemas().forEach((header, schema) -> {
            checkSchema(property + "." + header, schema);
            faults.require(
                    forward.requestHeaders().contains(header),
                    property,
                    header,
                    "must be one of request-headers, which are " + forward.requestHeaders());
        });
    }

    private void checkIdempotencyHeader(String property, HttpMethod method, ForwardProperties forward) {
        String header = forward.idempotencyHeader();
        if (header == null) {
            return;
        }
        faults.require(
                forward.requestHeaders().stream().anyMatch(header::equalsIgnoreCase),
                property,
                header,
                "must be one of request-headers, which are " + forward.requestHeaders());
        faults.require(
                !Forward.isIdempotent(method),
                property,
                header,
                "has no effect, because a " + method + " may be repeated without it");
    }

    private void checkHedge(String property, HttpMethod method, Duration timeout, ForwardProperties forward) {
        HedgeProperties hedge = forward.hedge();
        if (hedge == null) {
            return;
        }
        hedge.check(property, timeout, faults);
        faults.require(forward.retry(), property, null, "sends a call twice, and retry is off");
        faults.require(forward.answer() == AnswerMode.WHOLE, property, null, "is for answers that are no streams");
        faults.require(
                Forward.isIdempotent(method) || forward.idempotencyHeader() != null,
                property,
                null,
                "sends a call twice, and a " + method + " without an idempotency-header may not be repeated");
    }

    private void checkLocation(String property, ForwardProperties forward) {
        boolean passedOn = forward.responseHeaders().stream()
                .anyMatch(header -> header.equalsIgnoreCase(HttpHeaders.LOCATION)
                        || header.equalsIgnoreCase(HttpHeaders.CONTENT_LOCATION));
        faults.require(
                passedOn || forward.locationHosts().isEmpty(),
                property + "-hosts",
                forward.locationHosts(),
                NO_LOCATION);
        LocationProperties location = forward.location();
        if (location == null) {
            return;
        }
        faults.require(location.from().startsWith("/"), property + ".from", location.from(), "must begin with '/'");
        faults.require(location.to().startsWith("/"), property + ".to", location.to(), "must begin with '/'");
        faults.require(
                location.from().endsWith("/") == location.to().endsWith("/"),
                property,
                location.from() + " to " + location.to(),
                "must end with '/' on both sides or on neither");
        faults.require(passedOn, property, null, NO_LOCATION);
    }

    private void checkSchema(String property, String schema) {
        faults.require(schema.isBlank() || isObject(schema), property, null, "must be a JSON Schema, a JSON object");
    }

    private static boolean isObject(String text) {
        byte[] json = text.getBytes(StandardCharsets.UTF_8);
        return text.stripLeading().startsWith("{") && new JsonCheck(SCHEMA_DEPTH).faultIn(json, json.length) == null;
    }

    private void checkResponses(String property, Map<Integer, String> responses) {
        for (Integer status : responses.keySet()) {
            faults.require(
                    status >= 200 && status <= 599, property + "." + status, null, "must be a status from 200 to 599");
        }
    }
}
