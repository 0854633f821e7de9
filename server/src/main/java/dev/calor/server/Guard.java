package dev.calor.server;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are let in, before anything else. A page of another site must not reach a server on loopback:
 * not by a host name that it points to 127.0.0.1 (the Host header is checked), and not by a form or a script (the
 * Origin header is checked).
 */
final class Guard {
    static final String COOKIE = "calor";
    static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The policy for reports: an inline style sheet, no script, shown in a frame of our page. */
    static final String REPORT_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-same-origin; frame-ancestors 'self'";

    /** Paths that need no token, besides the files of the page. */
    private static final Set<String> OPEN = Set.of("/health", "/api/session");

    private static final int MOST_SESSIONS = 1000;

    private final Set<String> hosts;
    private final @Nullable String token;
    private final @Nullable String otherOrigin;
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();

    /**
     * @param hosts names this server may be called by, without port
     * @param token that every request but those for the page must bring; null where none is needed
     * @param otherOrigin a site whose pages may use the API; null for none
     */
    Guard(Set<String> hosts, @Nullable String token, @Nullable String otherOrigin) {
        this.hosts = Set.copyOf(hosts);
        this.token = token;
        this.otherOrigin = otherOrigin;
    }

    /** @throws Refusal if a request is not let in */
    void check(Context request) {
        headers(request);
        checkHost(request);
        checkOrigin(request);
        if (!OPEN.contains(request.path()) && !PageCalls.FILES.containsKey(request.path())) {
            checkToken(request);
        }
    }

    private void headers(Context request) {
        request.header("Content-Security-Policy", PAGE_POLICY);
        request.header("X-Content-Type-Options", "nosniff");
        request.header("Referrer-Policy", "no-referrer");
        request.header("Cross-Origin-Resource-Policy", "same-origin");
        request.header("Cross-Origin-Opener-Policy", "same-origin");
        request.header("Cache-Control", "no-store");
        String origin = request.header("Origin");
        if (origin != null && origin.equals(otherOrigin)) {
            request.header("Access-Control-Allow-Origin", origin);
            request.header("Access-Control-Allow-Headers", "Authorization, Content-Type");
            request.header("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
            request.header("Access-Control-Expose-Headers", "Calor-Warning");
            request.header("Vary", "Origin");
        }
    }

    private void checkHost(Context request) {
        String host = request.header("Host");
        if (host == null || !hosts.contains(name(host))) {
            throw Refusal.forbidden("this server is not called '" + Upload.readable(String.valueOf(host))
                    + "'; use the address it printed, or start it with --allow-host");
        }
    }

    /** A host without its port. */
    private static String name(String host) {
        return host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    }

    private void checkOrigin(Context request) {
        String origin = request.header("Origin");
        if (origin != null && !origin.equals(otherOrigin)) {
            String host = String.valueOf(request.header("Host"));
            if (!origin.equalsIgnoreCase("http://" + host) && !origin.equalsIgnoreCase("https://" + host)) {
                throw Refusal.forbidden("a page of another site may not use this server; --cors allows one");
            }
        }
        String site = request.header("Sec-Fetch-Site");
        boolean page = request.method().name().equals("GET") && !request.path().startsWith("/api/"); // may be linked to
        if (origin == null && !page && site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw Refusal.forbidden("a page of another site may not use this server");
        }
    }

    private void checkToken(Context request) {
        if (token == null || request.method().name().equals("OPTIONS")) {
            return;
        }
        String header = request.header("Authorization");
        boolean bearer = header != null && header.startsWith("Bearer ") && isToken(header.substring(7));
        String session = request.cookie(COOKIE);
        if (!bearer && (session == null || !sessions.contains(session))) {
            throw Refusal.unauthorised("this server needs its token: send 'Authorization: Bearer TOKEN'");
        }
    }

    /** Compares in constant time: the duration does not reveal how much of the token was right. */
    private boolean isToken(String given) {
        return token != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A new session for a page that knows the token.
     *
     * @throws Refusal if the token is wrong
     */
    String session(String given) {
        if (token != null && !isToken(given)) {
            throw Refusal.unauthorised("this is not the server's token");
        }
        if (sessions.size() >= MOST_SESSIONS) {
            sessions.clear(); // pages ask for the token again
        }
        String session = UUID.randomUUID().toString();
        sessions.add(session);
        return session;
    }
}
