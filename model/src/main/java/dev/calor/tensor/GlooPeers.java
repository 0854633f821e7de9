package dev.calor.tensor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_gloo;

/**
 * Tasks in different processes that add tensors with Gloo over TCP. A task that ends or dies makes the sums of all
 * others fail at once, because its connections close; one that hangs makes them fail after the time-out.
 *
 * <p>Gloo does not authenticate connections: the caller exchanges the addresses by its own means, and must check by a
 * first sum that the other tasks are the right ones.
 */
public final class GlooPeers implements Peers, AutoCloseable {
    /** The prefix of the keys under which Gloo stores the addresses of a task; the rank of the task follows. */
    private static final String KEY = "0/";

    private final int rank;
    private final int size;
    private final ProcessGroupGloo group;

    private GlooPeers(int rank, int size, ProcessGroupGloo group) {
        this.rank = rank;
        this.size = size;
        this.group = group;
    }

    /**
     * A task, before it knows the others.
     *
     * @param rank its number, counted from 0
     * @param size the number of tasks
     * @param address the address on which others reach it; it listens on no other
     * @param file a file for this task alone, in which its engine keeps the addresses of all
     */
    public record Member(int rank, int size, String address, Path file) {}

    /**
     * Joins the other tasks; returns when all have joined.
     *
     * @param exchange sends the text of this task to all tasks, and returns the texts of all in the order of their
     *     ranks; every task calls it once
     * @param timeout how long one sum may take, and the others may take to join
     * @throws RuntimeException if they do not join in time
     */
    public static GlooPeers join(Member member, Function<String, String[]> exchange, Duration timeout) {
        Engine.load();
        Loader.load(torch_gloo.class);
        Milliseconds limit = new Milliseconds(timeout.toMillis());
        try (PointerScope scope = new PointerScope()) {
            FileStore store = new FileStore(member.file.toString(), 1);
            store.setTimeout(limit);
            // It writes its addresses into the store, and waits there for those of the others.
            CompletableFuture<ProcessGroupGloo> connected = new CompletableFuture<>();
            Thread thread = new Thread(() -> connect(member, store, limit, connected), "gloo-connect");
            thread.setDaemon(true);
            thread.start();
            String own = Base64.getEncoder()
                    .encodeToString(store.get(KEY + member.rank).get());
            String[] all = exchange.apply(own);
            for (int task = 0; task < member.size; task++) {
                if (task != member.rank) {
                    store.set(KEY + task, new ByteVector(Base64.getDecoder().decode(all[task])));
                }
            }
            return new GlooPeers(member.rank, member.size, connected.join());
        }
    }

    private static void connect(
            Member member, FileStore store, Milliseconds timeout, CompletableFuture<ProcessGroupGloo> connected) {
        try (PointerScope scope = new PointerScope()) {
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
            options.devices().put(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(member.address)));
            options.timeout(timeout);
            ProcessGroupGloo group = new ProcessGroupGloo(store, member.rank, member.size, options);
            group.retainReference();
            connected.complete(group);
        } catch (RuntimeException failed) {
            connected.completeExceptionally(failed);
        }
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
    }
}
