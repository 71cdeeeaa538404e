package io.dronedelivery.gateway.forward;

import java.io.ByteArrayOutputStream;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * The {@code instance} of a backend's problem document. A service says there which path was called; the caller of a forward has called
 * another one, and may not even know the backend's host.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457#section-3.1.5">RFC 9457, 3.1.5 "instance"</a>
 */
final class ProblemInstance {

    private static final JsonFactory JSON = new JsonFactory();
    /** A URI of another scheme than HTTP's identifies the occurrence itself, such as a {@code urn:uuid:}. */
    private static final Pattern IDENTIFIER = Pattern.compile("(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    private ProblemInstance() {}

    /**
     * The document with that path for an {@code instance} that is a path or a URL; every other byte stays as it is.
     *
     * @param problem the body of an answer that says it is a problem document
     * @param path what the caller has called
     * @return the same array when there is nothing to change or the body is no JSON object in UTF-8
     */
    static byte[] replace(byte[] problem, String path) {
        ByteArrayOutputStream replaced = new ByteArrayOutputStream(problem.length + path.length());
        int copied = 0;
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), problem)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return problem;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean instance = parser.currentName().equals("instance");
                if (parser.nextToken() == JsonToken.VALUE_STRING && instance && isPlace(parser.getString())) {
                    int start = (int) parser.currentTokenLocation().getByteOffset();
                    int end = (int) parser.currentLocation().getByteOffset();
                    if (!isString(problem, start, end)) {
                        return problem;
                    }
                    replaced.write(problem, copied, start + 1 - copied);
                    replaced.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(path));
                    copied = end - 1;
                }
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            return problem;
        }
        if (copied == 0) {
            return problem;
        }
        replaced.write(problem, copied, problem.length - copied);
        return replaced.toByteArray();
    }

    private static boolean isPlace(String instance) {
        return !IDENTIFIER.matcher(instance).matches();
    }

    /** The parser counts no bytes in UTF-16 and UTF-32. */
    private static boolean isString(byte[] json, int start, int end) {
        return start >= 0 && end - start >= 2 && end <= json.length && json[start] == '"' && json[end - 1] == '"';
    }
}
