package dev.calor.tensor;

import java.time.Duration;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_gloo;

/**
 * Tasks in different processes that add tensors with Gloo over TCP. Task 0 runs a {@link Meeting} where the others find the addresses
 * of all. A task that ends or dies makes the sums of all others fail at once, because its connections close; one that hangs makes them
 * fail after the time-out.
 */
public final class GlooPeers implements Peers, AutoCloseable {
    private final int rank;
    private final int size;
    private final TCPStore store;
    private final PrefixStore own;
    private final ProcessGroupGloo group;

    private GlooPeers(int rank, int size, TCPStore store, PrefixStore own, ProcessGroupGloo group) {
        this.rank = rank;
        this.size = size;
        this.store = store;
        this.own = own;
        this.group = group;
    }

    /**
     * Where tasks find each other.
     *
     * @param host the address of task 0
     * @param port the port on which it listens
     * @param secret the prefix of all keys under which addresses are exchanged: who does not know it finds none
     */
    public record Meeting(String host, int port, String secret) {}

    /** A place to meet that is open; task 0 opens it before the others are told. */
    public static final class Host implements AutoCloseable {
        private final TCPStore store;
        private final Meeting meeting;

        private Host(TCPStore store, Meeting meeting) {
            this.store = store;
            this.meeting = meeting;
        }

        /** What the others must know. */
        public Meeting meeting() {
            return meeting;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /**
     * Opens a place to meet, on a free port of this machine.
     *
     * @param host the address under which other tasks reach this one
     */
    public static Host host(String host, String secret, Duration timeout) {
        load();
        try (PointerScope scope = new PointerScope()) {
            TCPStore store = new TCPStore(host, options(0, true, timeout));
            store.retainReference();
            return new Host(store, new Meeting(host, store.getPort() & 0xffff, secret));
        }
    }

    /**
     * Joins the other tasks; returns when all have joined.
     *
     * @param address the address of this task, on which others reach it
     * @param timeout how long one sum may take, and the others may take to join
     * @throws RuntimeException if they do not join in time
     */
    public static GlooPeers join(Meeting meeting, String address, int rank, int size, Duration timeout) {
        load();
        try (PointerScope scope = new PointerScope()) {
            TCPStore store = new TCPStore(meeting.host(), options(meeting.port(), false, timeout));
            PrefixStore own = new PrefixStore(meeting.secret(), store);
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
            options.devices().put(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(address)));
            options.timeout(new Milliseconds(timeout.toMillis()));
            ProcessGroupGloo group = new ProcessGroupGloo(own, rank, size, options);
            store.retainReference();
            own.retainReference();
            group.retainReference();
            return new GlooPeers(rank, size, store, own, group);
        }
    }

    private static void load() {
        Engine.load();
        Loader.load(torch_gloo.class);
    }

    private static TCPStoreOptions options(int port, boolean server, Duration timeout) {
        return new TCPStoreOptions()
                .port((short) port)
                .isServer(server)
                .waitWorkers(false)
                .timeout(new Milliseconds(timeout.toMillis()));
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void sum(double[] numbers) {
        try (PointerScope scope = new PointerScope()) {
            org.bytedeco.pytorch.Tensor all = org.bytedeco.pytorch.Tensor.create(numbers, numbers.length);
            group.allreduce(new TensorVector(all))._wait();
            all.data_ptr_double().get(numbers);
        }
    }

    /** One sum for all gradients: a call costs as much as sending some 100 KB. */
    @Override
    public double sum(double loss, List<Tensor> gradients) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            TensorVector flat = new TensorVector();
            flat.push_back(org.bytedeco.pytorch.Tensor.create((float) loss).reshape(1));
            gradients.forEach(gradient -> flat.push_back(gradient.raw().reshape(-1)));
            org.bytedeco.pytorch.Tensor all = torch.cat(flat, 0);
            group.allreduce(new TensorVector(all))._wait();
            long from = 1;
            for (Tensor gradient : gradients) {
                long length = gradient.raw().numel();
                gradient.raw().copy_(all.narrow(0, from, length).reshape(gradient.shape()));
                from += length;
            }
            return all.select(0, 0).item_float();
        }
    }

    @Override
    public void close() {
        group.close();
        own.close();
        store.close();
    }
}
