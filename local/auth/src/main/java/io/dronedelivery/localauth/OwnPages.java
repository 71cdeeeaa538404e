package io.dronedelivery.localauth;

import io.dronedelivery.localrequests.LocalRequests;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refuses requests from foreign pages. The clients' secrets are public, so any page could otherwise request a token. */
final class OwnPages implements Filter {

    private final LocalRequests taken;

    /** @param origins of the pages that may send users to the login */
    OwnPages(List<String> origins) {
        this.taken = LocalRequests.toLoopback().orFrom(origins::contains);
    }

    @Override
    public void doFilter(
            @Nullable ServletRequest request, @Nullable ServletResponse response, @Nullable FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http)
                || !(response instanceof HttpServletResponse answer)
                || chain == null) {
            throw new ServletException("Tomcat calls it for HTTP alone");
        }
        String refusal =
                taken.refusal(http.getHeader("Host"), http.getHeader("Origin"), http.getHeader("Sec-Fetch-Site"));
        if (refusal == null) {
            chain.doFilter(request, response);
        } else {
            answer.setStatus(HttpServletResponse.SC_FORBIDDEN);
        }
    }
}
