package io.dronedelivery.invoice.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Replaces the stack trace of a start without a usable database by two sentences: what is wrong, and which property to check.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>
 */
final class UnreachableDatabaseAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    private final Environment environment;

    UnreachableDatabaseAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        String state = cause.getSQLState();
        if (state == null) {
            return null;
        }
        String server = property("host") + ":" + property("port");
        String database = "database \"" + property("name") + "\"";
        String user = "user \"" + property("username") + "\"";
        return switch (state) {
            case "08001", "08004", "08006", "57P03" ->
                analysis(
                        "PostgreSQL at " + server + " is not reachable",
                        "Start PostgreSQL there, or set invoice.database.host and invoice.database.port; where the reason is SSL or a"
                                + " certificate, invoice.database.ssl-mode.",
                        cause);
            case "28000", "28P01" ->
                analysis(
                        "PostgreSQL at " + server + " does not let " + user + " in",
                        "identity".equalsIgnoreCase(property("sign-in"))
                                ? "Check that invoice.database.username is a role of the database that was made for this service's identity"
                                        + " (pgaadauth_create_principal_with_oid, see deploy/azure)."
                                : "Check invoice.database.username and invoice.database.password; where the server wants encryption, set"
                                        + " invoice.database.ssl-mode to verify-full.",
                        cause);
            case "3D000" ->
                analysis(
                        "PostgreSQL at " + server + " has no " + database,
                        "Create the database, or set invoice.database.name.",
                        cause);
            case "42501" ->
                analysis(
                        user + " may not create the tables in " + database + " at " + server,
                        "Make the user of invoice.database.username the owner of the database or of its schema.",
                        cause);
            default -> null;
        };
    }

    private String property(String name) {
        return String.valueOf(environment.getProperty("invoice.database." + name));
    }

    private static FailureAnalysis analysis(String what, String action, SQLException cause) {
        return new FailureAnalysis(what + ": " + firstLine(cause), action, cause);
    }

    private static String firstLine(SQLException cause) {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
