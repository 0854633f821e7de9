package dev.calor.server;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.http.BadMessageException;

/** The body of a request; one that breaks off or is framed wrongly is the client's error, not ours. */
final class Body extends FilterInputStream {
    Body(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException | BadMessageException broken) {
            throw Refusal.badRequest("the body broke off; send it again");
        }
    }
}
