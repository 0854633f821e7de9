package dev.calor.spark;

import dev.calor.train.TrainingEvent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The driver's side of a training stage: receives progress and checkpoints from task 0, and gives the last checkpoint to tasks that
 * start. Only the driver needs access to the folder of checkpoints. Whoever connects must prove to know the secret of the run.
 */
final class DriverLink implements AutoCloseable {
    private static final int PROGRESS = 1;
    private static final int SAVE = 2;
    private static final int FETCH = 3;
    private static final int RESUMED = 4;
    private static final int NONCE_LENGTH = 64;
    private static final int ANSWER_LENGTH = 32;
    private static final int ANSWER_MILLIS = 10_000;

    private final ServerSocket server;
    private final Address address;
    private final org.apache.hadoop.fs.Path checkpoint;
    private final Configuration configuration;
    private final Consumer<TrainingEvent> listener;

    /**
     * Where tasks find the driver.
     *
     * @param host its address
     * @param port its port
     * @param secret of the run
     * @param checkpoint where the driver keeps the checkpoint, for messages
     */
    record Address(String host, int port, Secret secret, String checkpoint) implements Serializable {}

    /**
     * Listens on a free port of the driver.
     *
     * @param bind the address to listen on
     * @param host the address under which tasks reach the driver
     */
    DriverLink(
            String bind,
            String host,
            Secret secret,
            org.apache.hadoop.fs.Path checkpoint,
            Configuration configuration,
            Consumer<TrainingEvent> listener)
            throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getByName(bind));
        this.address = new Address(host, server.getLocalPort(), secret, checkpoint.toString());
        this.checkpoint = checkpoint;
        this.configuration = configuration;
        this.listener = listener;
        thread("calor-driver-link", this::accept);
    }

    Address address() {
        return address;
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                thread("calor-driver-link-task", () -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket task) {
        try (Socket socket = task;
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            String nonce = Secret.nonce();
            out.write(nonce.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(ANSWER_MILLIS);
            if (!MessageDigest.isEqual(in.readNBytes(ANSWER_LENGTH), address.secret.answer(nonce))) {
                return;
            }
            socket.setSoTimeout(0);
            while (true) {
                answer(in.readByte(), in, out);
            }
        } catch (EOFException done) {
            // the task has ended
        } catch (IOException lost) {
            // the task notices too, and fails
        }
    }

    private void answer(int message, DataInputStream in, DataOutputStream out) throws IOException {
        switch (message) {
            case PROGRESS ->
                listener.accept(
                        new TrainingEvent.Progress(in.readLong(), in.readDouble(), in.readDouble(), in.readDouble()));
            case SAVE -> {
                long step = in.readLong();
                byte[] bytes = bytes(in);
                HadoopFiles.write(checkpoint, bytes, configuration);
                listener.accept(new TrainingEvent.Saved(step, place()));
                out.writeBoolean(true); // the step goes on when the checkpoint is safe
            }
            case RESUMED -> listener.accept(new TrainingEvent.Resumed(in.readLong(), place()));
            case FETCH -> {
                byte[] bytes = HadoopFiles.read(checkpoint, configuration);
                out.writeInt(bytes == null ? 0 : bytes.length);
                out.write(bytes == null ? new byte[0] : bytes);
            }
            default -> throw new IOException("message " + message + " of a task: there is none such");
        }
        out.flush();
    }

    /** Fails where the other side has gone in the middle: half a checkpoint must not replace a whole one. */
    private static byte[] bytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private Path place() {
        return Path.of(checkpoint.toUri().getPath());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** A task's side. */
    static final class Client implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;

        Client(Address address, int timeoutMillis) throws IOException {
            socket = new Socket();
            socket.connect(new InetSocketAddress(address.host, address.port), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
            String nonce = new String(in.readNBytes(NONCE_LENGTH), StandardCharsets.US_ASCII);
            out.write(address.secret.answer(nonce));
        }

        /** Fetches the last checkpoint into a file, if there is one. */
        void fetch(Path file) throws IOException {
            out.writeByte(FETCH);
            out.flush();
            byte[] bytes = bytes(in);
            if (bytes.length > 0) {
                Files.write(file, bytes);
            }
        }

        /** Sends the driver the training events of task 0. */
        void tell(TrainingEvent event, Path file) throws IOException {
            if (event instanceof TrainingEvent.Progress progress) {
                out.writeByte(PROGRESS);
                out.writeLong(progress.step());
                out.writeDouble(progress.loss());
                out.writeDouble(progress.rate());
                out.writeDouble(progress.progress());
                out.flush();
            } else if (event instanceof TrainingEvent.Resumed resumed) {
                out.writeByte(RESUMED);
                out.writeLong(resumed.step());
                out.flush();
            } else if (event instanceof TrainingEvent.Saved saved) {
                byte[] bytes = Files.readAllBytes(file);
                out.writeByte(SAVE);
                out.writeLong(saved.step());
                out.writeInt(bytes.length);
                out.write(bytes);
                out.flush();
                in.readBoolean();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
