package dev.calor.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The parameters and the body of a request, read strictly. */
final class Query {
    private Query() {}

    /** The body of a request that sends a file. */
    static InputStream stream(Context request) {
        return new Body(request.bodyInputStream());
    }

    /** The body of a request that sends JSON. */
    static byte[] body(Context request) throws IOException {
        byte[] body = stream(request).readNBytes(Limits.JSON + 1);
        if (body.length > Limits.JSON) {
            throw Refusal.badRequest("the body has more than " + Limits.JSON + " bytes; this call needs few");
        }
        return body;
    }

    static <T> T json(Context request, Class<T> type) throws IOException {
        return Json.parse(body(request), type);
    }

    static @Nullable String text(Context request, String name) {
        return request.queryParam(name);
    }

    static String needed(Context request, String name) {
        String value = request.queryParam(name);
        if (value == null || value.isEmpty()) {
            throw Refusal.badRequest("?" + name + "= is needed");
        }
        return value;
    }

    static long whole(Context request, String name, long otherwise, long least, long most) {
        String value = request.queryParam(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw Refusal.badRequest("?" + name + "=" + Upload.readable(value) + ": allowed are whole numbers from " + least
                + " to " + most);
    }

    static long seed(Context request) {
        return whole(request, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    static String oneOf(Context request, String name, String otherwise, String... allowed) {
        String value = request.queryParam(name);
        if (value == null) {
            return otherwise;
        }
        for (String one : allowed) {
            if (one.equals(value)) {
                return one;
            }
        }
        throw Refusal.badRequest(
                "?" + name + "=" + Upload.readable(value) + ": allowed are " + String.join(", ", allowed));
    }
}
