package dev.calor.spark;

import dev.calor.tensor.GlooPeers;
import dev.calor.tensor.Peers;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;

/** Connects the tasks of a barrier stage. Spark tells each task the addresses of all; each must prove to know the secret of the run. */
final class Meeting implements AutoCloseable {
    private static final int ANSWER_BYTES = 6; // as many as a double holds exactly

    private final @Nullable GlooPeers joined;

    /**
     * Joins the other tasks.
     *
     * @param folder of this task
     * @throws IllegalStateException if another process has taken the place of a task
     */
    Meeting(BarrierTaskContext context, Secret secret, Path folder, Duration timeout) {
        this(
                new GlooPeers.Member(
                        context.partitionId(),
                        context.numPartitions(),
                        SparkEnv.get().blockManager().blockManagerId().host(),
                        folder.resolve("addresses")),
                context::allGather,
                secret,
                timeout);
    }

    /**
     * Joins the other tasks.
     *
     * @param exchange sends a text to all tasks, and returns the texts of all
     * @throws IllegalStateException if another process has taken the place of a task
     */
    Meeting(GlooPeers.Member member, Function<String, String[]> exchange, Secret secret, Duration timeout) {
        if (member.size() == 1) {
            joined = null;
            return;
        }
        StringBuilder question = new StringBuilder(); // other addresses, another question
        joined = GlooPeers.join(
                member,
                own -> {
                    String[] all = exchange.apply(own);
                    question.append(String.join("\n", all));
                    return all;
                },
                timeout);
        requireSecret(joined, secret, question.toString());
    }

    /** Gloo lets anyone connect. So each task first proves to all others that it knows the secret. */
    private static void requireSecret(GlooPeers peers, Secret secret, String question) {
        double[] answers = new double[peers.size()];
        answers[peers.rank()] = answer(secret, question, peers.rank());
        peers.sum(answers);
        for (int task = 0; task < answers.length; task++) {
            if (answers[task] != answer(secret, question, task)) {
                peers.close();
                throw new IllegalStateException("task " + task + " of " + answers.length
                        + " does not know the secret of the run: another process has taken its place");
            }
        }
    }

    private static double answer(Secret secret, String question, int task) {
        byte[] code = secret.answer("task " + task + "\n" + question);
        return new BigInteger(1, Arrays.copyOf(code, ANSWER_BYTES)).doubleValue();
    }

    Peers peers() {
        return joined == null ? Peers.ALONE : joined;
    }

    @Override
    public void close() {
        if (joined != null) {
            joined.close();
        }
    }
}
