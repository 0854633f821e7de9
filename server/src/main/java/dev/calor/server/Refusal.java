package dev.calor.server;

import org.jspecify.annotations.Nullable;

/** A request that is not carried out, and why: the status, a word for programs, a sentence for people. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String error;
    private final @Nullable String limit;

    private Refusal(int status, String error, @Nullable String limit, String message) {
        super(message);
        this.status = status;
        this.error = error;
        this.limit = limit;
    }

    static Refusal badRequest(String message) {
        return new Refusal(400, "bad-request", null, message);
    }

    static Refusal unauthorised(String message) {
        return new Refusal(401, "unauthorised", null, message);
    }

    static Refusal forbidden(String message) {
        return new Refusal(403, "forbidden", null, message);
    }

    static Refusal notFound(String what, String id) {
        return new Refusal(404, "not-found", null, "there is no " + what + " '" + id + "'; it may have been deleted");
    }

    static Refusal conflict(String message) {
        return new Refusal(409, "conflict", null, message);
    }

    /** More than an option of the server allows. */
    static Refusal tooMuch(String option, String message) {
        return new Refusal(413, "limit", option, message + " (the server's " + option + ")");
    }

    /** What was sent was understood, but cannot be used. */
    static Refusal unusable(String message) {
        return new Refusal(422, "unusable", null, message);
    }

    /** The server is busy; the same request may succeed later. */
    static Refusal busy(String option, String message) {
        return new Refusal(503, "busy", option, message + " (the server's " + option + "); try again in a moment");
    }

    int status() {
        return status;
    }

    String error() {
        return error;
    }

    /** The option whose limit was reached, or null. */
    @Nullable
    String limit() {
        return limit;
    }
}
