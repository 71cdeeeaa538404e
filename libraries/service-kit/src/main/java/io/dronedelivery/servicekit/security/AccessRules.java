package io.dronedelivery.servicekit.security;

import jakarta.annotation.security.RolesAllowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;

/** The rules of an application's controllers, read from {@link Access}. */
final class AccessRules {

    /** Below it is what operators do. */
    static final String OPERATORS = "/internal/";

    private final List<PathRule> rules;

    /** @param method null for all */
    record PathRule(PathPattern path, @Nullable HttpMethod method, AccessRule access) {}

    private AccessRules(List<PathRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** @throws RuleMissingException naming all methods that have none, or none that can be read */
    static AccessRules of(Map<RequestMappingInfo, HandlerMethod> endpoints) {
        List<PathRule> rules = new ArrayList<>();
        TreeSet<String> missing = new TreeSet<>();
        endpoints.forEach((mapping, method) -> {
            AccessRule rule = rule(method);
            if (rule == null && isOfOperators(mapping)) {
                return;
            }
            if (rule == null) {
                missing.add(method.getShortLogMessage());
                return;
            }
            for (PathPattern path : mapping.getPatternsCondition().getPatterns()) {
                if (mapping.getMethodsCondition().getMethods().isEmpty()) {
                    rules.add(new PathRule(path, null, rule));
                }
                for (RequestMethod asked : mapping.getMethodsCondition().getMethods()) {
                    rules.add(new PathRule(path, asked.asHttpMethod(), rule));
                    if (asked == RequestMethod.GET) {
                        rules.add(new PathRule(path, HttpMethod.HEAD, rule));
                    }
                }
            }
        });
        if (!missing.isEmpty()) {
            throw new RuleMissingException(List.copyOf(missing));
        }
        // As Spring chooses among handlers: the more special pattern first.
        rules.sort((one, other) -> one.path().compareTo(other.path()));
        return new AccessRules(rules);
    }

    /**
     * Everything below this path is for operators, also endpoints of other libraries. Without a separate rule an endpoint takes the common
     * scope.
     */
    private static boolean isOfOperators(RequestMappingInfo mapping) {
        return mapping.getPatternsCondition().getPatterns().stream()
                .allMatch(path -> path.getPatternString().startsWith(OPERATORS));
    }

    private static @Nullable AccessRule rule(HandlerMethod method) {
        Access own = method.getMethodAnnotation(Access.class);
        Access access =
                own == null ? AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), Access.class) : own;
        return access == null ? scope(method.getBeanType()) : AccessRule.parse(access.value());
    }

    /** Controllers of libraries that do not know {@link Access} name their scope as the only role that is allowed. */
    private static @Nullable AccessRule scope(Class<?> controller) {
        RolesAllowed roles = controller.getAnnotation(RolesAllowed.class);
        return roles == null || roles.value().length != 1 ? null : AccessRule.parse("scope:" + roles.value()[0]);
    }

    List<PathRule> all() {
        return rules;
    }
}
