package dev.calor.spark;

import dev.calor.tensor.GlooPeers;
import dev.calor.tensor.Peers;
import java.time.Duration;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;

/** The tasks of a barrier stage, connected: task 0 opens a port on its executor's address, and Spark tells the others. */
final class Meeting implements AutoCloseable {
    private final GlooPeers.@Nullable Host host;
    private final @Nullable GlooPeers joined;

    Meeting(BarrierTaskContext context, String secret, Duration timeout) {
        int rank = context.partitionId();
        int size = context.numPartitions();
        if (size == 1) {
            host = null;
            joined = null;
            return;
        }
        String address = SparkEnv.get().blockManager().blockManagerId().host();
        // Another prefix for every attempt: what an earlier one left is not found.
        String prefix = secret + "-" + context.stageAttemptNumber();
        host = rank == 0 ? GlooPeers.host(address, prefix, timeout) : null;
        String[] told = context.allGather(
                host == null ? "" : address + "\n" + host.meeting().port());
        String[] first = told[0].split("\n", -1);
        GlooPeers.Meeting place = new GlooPeers.Meeting(first[0], Integer.parseInt(first[1]), prefix);
        joined = GlooPeers.join(place, address, rank, size, timeout);
    }

    Peers peers() {
        return joined == null ? Peers.ALONE : joined;
    }

    @Override
    public void close() {
        if (joined != null) {
            joined.close();
        }
        if (host != null) {
            host.close();
        }
    }
}
