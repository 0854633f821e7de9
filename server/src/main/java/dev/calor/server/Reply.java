package dev.calor.server;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** Answers in JSON. */
final class Reply {
    private Reply() {}

    static void json(Context request, int status, Object value) {
        request.status(status).contentType("application/json; charset=utf-8").result(Json.text(value));
    }

    /** Says why a request was refused. */
    static void refusal(Context request, Refusal refusal) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("error", refusal.error());
        if (refusal.limit() != null) {
            body.put("limit", refusal.limit());
        }
        body.put("message", String.valueOf(refusal.getMessage()));
        if (refusal.status() == 503) {
            request.header("Retry-After", "1");
        }
        if (refusal.status() == 401) {
            request.header("WWW-Authenticate", "Bearer");
        }
        json(request, refusal.status(), body);
    }
}
