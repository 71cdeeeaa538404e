package io.dronedelivery.localauth;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers requests for no endpoint of the issuer, such as a login that no application requested. */
final class NothingElse extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .println("There is nothing here. The endpoints are listed in /.well-known/openid-configuration");
    }
}
