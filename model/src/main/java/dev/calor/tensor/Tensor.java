package dev.calor.tensor;

import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A multi-dimensional array of the engine, of real numbers (single or double precision) or of whole numbers
 * ({@code int64}: states, indices, and 0/1 for conditions). Operations return new tensors in the innermost open
 * {@link Scope}, and broadcast as PyTorch's do; methods without a result change the tensor in place. The engine throws
 * a {@link RuntimeException} where shapes do not fit.
 */
public final class Tensor {
    private final org.bytedeco.pytorch.Tensor raw;

    Tensor(org.bytedeco.pytorch.Tensor raw) {
        this.raw = raw;
    }

    org.bytedeco.pytorch.Tensor raw() {
        return raw;
    }

    // Making ---------------------------------------------------------------------------------------------------------

    /** A tensor of these real numbers, in row-major order. */
    public static Tensor real(Device device, double[] numbers, long... shape) {
        Engine.load();
        try (DoublePointer pointer = new DoublePointer(numbers)) {
            return new Tensor(torch.from_blob(pointer, shape, Device.CPU_DOUBLE.real())
                    .to(device.real(), false, true, sameFormat()));
        }
    }

    /** A tensor of these whole numbers, in row-major order. */
    public static Tensor whole(Device device, long[] numbers, long... shape) {
        Engine.load();
        try (LongPointer pointer = new LongPointer(numbers)) {
            return new Tensor(
                    torch.from_blob(pointer, shape, Device.CPU.whole()).to(device.whole(), false, true, sameFormat()));
        }
    }

    /** A tensor of bytes, 0 to 255, for data sets: an eighth of the memory. Convert with {@link #toWhole} or {@link #toReal}. */
    public static Tensor bytes(Device device, byte[] numbers, long... shape) {
        Engine.load();
        try (BytePointer pointer = new BytePointer(numbers)) {
            return new Tensor(
                    torch.from_blob(pointer, shape, Device.CPU.bytes()).to(device.bytes(), false, true, sameFormat()));
        }
    }

    private static org.bytedeco.pytorch.MemoryFormatOptional sameFormat() {
        return new org.bytedeco.pytorch.MemoryFormatOptional();
    }

    /** A real tensor of zeros. */
    public static Tensor zeros(Device device, long... shape) {
        return new Tensor(torch.zeros(shape, device.real()));
    }

    /** A tensor whose entries are all the same real number. */
    public static Tensor full(Device device, double number, long... shape) {
        return new Tensor(torch.full(shape, new Scalar(number), device.real()));
    }

    /** A real tensor of ones with the shape of another tensor. */
    public static Tensor onesLike(Tensor other) {
        return new Tensor(torch.ones_like(other.raw));
    }

    /** A tensor whose entries are all the same whole number. */
    public static Tensor fullWhole(Device device, long number, long... shape) {
        return new Tensor(torch.full(shape, new Scalar(number), device.whole()));
    }

    /** The whole numbers 0, 1, …, length−1. */
    public static Tensor range(Device device, long length) {
        return new Tensor(torch.arange(new Scalar(length), device.whole()));
    }

    /** Concatenates tensors along a dimension. */
    public static Tensor cat(int dimension, Tensor... parts) {
        return new Tensor(torch.cat(vector(List.of(parts)), dimension));
    }

    /** Stacks tensors of the same shape along a new dimension. */
    public static Tensor stack(int dimension, List<Tensor> parts) {
        return new Tensor(torch.stack(vector(parts), dimension));
    }

    private static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.stream().map(tensor -> tensor.raw).toArray(org.bytedeco.pytorch.Tensor[]::new));
    }

    // Lifetime -------------------------------------------------------------------------------------------------------

    /** Takes the tensor out of all scopes: it is freed by {@link #release} only. Returns itself. */
    public Tensor keep() {
        raw.retainReference();
        return this;
    }

    /** Frees a kept tensor. */
    public void release() {
        raw.releaseReference();
    }

    // Arithmetic -----------------------------------------------------------------------------------------------------

    /** The sum, entry by entry. */
    public Tensor plus(Tensor other) {
        return new Tensor(raw.add(other.raw));
    }

    /** Adds a real number to every entry. */
    public Tensor plus(double number) {
        return new Tensor(raw.add(new Scalar(number)));
    }

    /** Adds a whole number to every entry. */
    public Tensor plus(long number) {
        return new Tensor(raw.add(new Scalar(number)));
    }

    /** The difference, entry by entry. */
    public Tensor minus(Tensor other) {
        return new Tensor(raw.sub(other.raw));
    }

    /** The product, entry by entry. */
    public Tensor times(Tensor other) {
        return new Tensor(raw.mul(other.raw));
    }

    /** Multiplies every entry by a real number. */
    public Tensor times(double number) {
        return new Tensor(raw.mul(new Scalar(number)));
    }

    /** Multiplies every entry by a whole number. */
    public Tensor times(long number) {
        return new Tensor(raw.mul(new Scalar(number)));
    }

    /** The quotient, entry by entry. */
    public Tensor over(Tensor other) {
        return new Tensor(raw.div(other.raw));
    }

    /** 1/x. */
    public Tensor reciprocal() {
        return new Tensor(raw.reciprocal());
    }

    /** −x of every entry. */
    public Tensor negate() {
        return new Tensor(raw.neg());
    }

    /** e^x of every entry. */
    public Tensor exp() {
        return new Tensor(raw.exp());
    }

    /** The natural logarithm of every entry. */
    public Tensor log() {
        return new Tensor(raw.log());
    }

    /** The square root of every entry. */
    public Tensor sqrt() {
        return new Tensor(raw.sqrt());
    }

    /** x^exponent of every entry. */
    public Tensor power(double exponent) {
        return new Tensor(raw.pow(new Scalar(exponent)));
    }

    /** The square of every entry. */
    public Tensor square() {
        return new Tensor(raw.square());
    }

    /** The sine of every entry. */
    public Tensor sin() {
        return new Tensor(raw.sin());
    }

    /** The cosine of every entry. */
    public Tensor cos() {
        return new Tensor(raw.cos());
    }

    /** The absolute value of every entry. */
    public Tensor abs() {
        return new Tensor(raw.abs());
    }

    /** 1/(1 + e^−x) of every entry. */
    public Tensor sigmoid() {
        return new Tensor(raw.sigmoid());
    }

    /** x·sigmoid(x) of every entry (SiLU, or Swish with β = 1). */
    public Tensor silu() {
        return new Tensor(torch.silu(raw));
    }

    /** silu′(x) · outer: the gradient at x where {@code outer} is that at silu(x). */
    public Tensor siluSlope(Tensor outer) {
        return new Tensor(torch.silu_backward(outer.raw, raw));
    }

    /** silu″(x) · outer, where silu″ = σ(1 − σ)(2 + x(1 − 2σ)), with σ = sigmoid(x). */
    public Tensor siluCurvature(Tensor outer) {
        Tensor sigmoid = sigmoid();
        Tensor factor = plus(2.0);
        factor.addProduct(-2, this, sigmoid); // 2 + x − 2σx
        Tensor result = new Tensor(torch.sigmoid_backward(outer.raw, sigmoid.raw)); // σ(1 − σ) · outer
        result.raw.mul_(factor.raw);
        return result;
    }

    /** max(x, 0). */
    public Tensor relu() {
        return new Tensor(raw.relu());
    }

    /** log(1 + e^x). */
    public Tensor softplus() {
        return new Tensor(torch.softplus(raw));
    }

    /** Φ, the distribution function of N(0, 1). */
    public Tensor normalCdf() {
        return new Tensor(torch.special_ndtr(raw));
    }

    /** φ, the density of N(0, 1). */
    public Tensor normalDensity() {
        return square().times(-0.5).exp().times(1 / Math.sqrt(2 * Math.PI));
    }

    /** Φ⁻¹. */
    public Tensor normalQuantile() {
        return new Tensor(torch.special_ndtri(raw));
    }

    /** Rounds every entry down to a whole number, kept as a real one. */
    public Tensor floor() {
        return new Tensor(raw.floor());
    }

    /** Divides whole numbers, rounding down. */
    public Tensor floorOver(long divisor) {
        return new Tensor(raw.floor_divide(new Scalar(divisor)));
    }

    /** max(x, least) of every entry. */
    public Tensor clampBelow(double least) {
        return new Tensor(raw.clamp(new ScalarOptional(new Scalar(least))));
    }

    /** min(x, most) of every entry. */
    public Tensor clampAbove(double most) {
        return new Tensor(raw.clamp(new ScalarOptional(), new ScalarOptional(new Scalar(most))));
    }

    /** The matrix product. */
    public Tensor matmul(Tensor other) {
        return new Tensor(raw.matmul(other.raw));
    }

    /** This row or matrix plus the matrix product x·y, in one operation. */
    public Tensor plusProduct(Tensor x, Tensor y) {
        return new Tensor(torch.addmm(raw, x.raw, y.raw));
    }

    /** A linear layer, x Wᵀ + b, with weights [outputs, inputs]. */
    public Tensor linear(Tensor weight, Tensor bias) {
        return new Tensor(torch.linear(raw, weight.raw, new TensorOptional(bias.raw)));
    }

    // Reduction ------------------------------------------------------------------------------------------------------

    /** The sum of all entries. */
    public Tensor sum() {
        return new Tensor(raw.sum());
    }

    /** The sums along a dimension, which is removed. */
    public Tensor sum(int dimension) {
        return new Tensor(raw.sum(dimension));
    }

    /** The sum of the squares of all entries. */
    public Tensor squaredNorm() {
        return dot(this);
    }

    /** The sum of the products of entries, for tensors of any shape with equally many entries. */
    public Tensor dot(Tensor other) {
        return new Tensor(raw.reshape(-1).dot(other.raw.reshape(-1)));
    }

    /** The mean of all entries. */
    public Tensor mean() {
        return new Tensor(raw.mean());
    }

    /** The means along a dimension, which is removed. */
    public Tensor mean(int dimension) {
        return new Tensor(raw.mean(dimension));
    }

    /** log Σ exp(x) along a dimension, which is removed. */
    public Tensor logSumExp(int dimension) {
        return new Tensor(raw.logsumexp(dimension));
    }

    /** x − log Σ exp(x) along a dimension. */
    public Tensor logSoftmax(int dimension) {
        return new Tensor(raw.log_softmax(dimension));
    }

    /** The indices that sort the entries along a dimension in ascending order. */
    public Tensor argSort(int dimension) {
        return new Tensor(torch.argsort(raw, dimension, false));
    }

    /** exp(x) divided by its sum along a dimension. */
    public Tensor softmax(int dimension) {
        return new Tensor(raw.softmax(dimension));
    }

    /** The cumulative sums along a dimension. */
    public Tensor cumulativeSum(int dimension) {
        return new Tensor(raw.cumsum(dimension));
    }

    /** The index of the largest entry along a dimension, which is removed. */
    public Tensor argMax(int dimension) {
        return new Tensor(raw.argmax(new LongOptional(dimension), false));
    }

    /** The indices of the {@code count} largest entries of every row: [rows, count]. */
    public Tensor largest(long count) {
        return new Tensor(torch.topk(raw, count).get1());
    }

    // Shape and selection --------------------------------------------------------------------------------------------

    /** The size of one dimension. */
    public long size(int dimension) {
        return raw.size(dimension);
    }

    /** The same entries in another shape; shares memory where possible. */
    public Tensor reshape(long... shape) {
        return new Tensor(raw.reshape(shape));
    }

    /** Inserts a dimension of size 1; shares memory. */
    public Tensor unsqueeze(int dimension) {
        return new Tensor(raw.unsqueeze(dimension));
    }

    /** The transposed matrix; shares memory. */
    public Tensor transpose() {
        return new Tensor(raw.t());
    }

    /** The dimensions in another order; shares memory. */
    public Tensor permute(long... order) {
        return new Tensor(raw.permute(order));
    }

    /** The entries {@code start} to {@code start + length} of a dimension; shares memory. */
    public Tensor narrow(int dimension, long start, long length) {
        return new Tensor(raw.narrow(dimension, start, length));
    }

    /** One index of a dimension, which is removed; shares memory. */
    public Tensor select(int dimension, long index) {
        return new Tensor(raw.select(dimension, index));
    }

    /** Repeats every row; the copies of a row are adjacent. */
    public Tensor repeatRows(long times) {
        long[] shape = shape();
        long[] repeated = new long[shape.length + 1];
        repeated[0] = shape[0];
        repeated[1] = times;
        System.arraycopy(shape, 1, repeated, 2, shape.length - 1);
        shape[0] *= times;
        return new Tensor(raw.unsqueeze(1).expand(repeated).reshape(shape));
    }

    /** Broadcasts to a larger shape; shares memory. */
    public Tensor expand(long... shape) {
        return new Tensor(raw.expand(shape));
    }

    /** For every entry of {@code index}, the entry of this tensor at that index along the dimension. */
    public Tensor gather(int dimension, Tensor index) {
        return new Tensor(raw.gather(dimension, index.raw));
    }

    /** The rows with these indices, or the slices of another dimension. */
    public Tensor indexSelect(int dimension, Tensor index) {
        return new Tensor(raw.index_select(dimension, index.raw));
    }

    /** A copy in which the entries at these indices along a dimension are replaced by {@code values}. */
    public Tensor scatter(int dimension, Tensor index, Tensor values) {
        return new Tensor(raw.scatter(dimension, index.raw, values.raw));
    }

    /** A copy in which the entries at these indices along a dimension are replaced by one number. */
    public Tensor scatter(int dimension, Tensor index, double value) {
        return new Tensor(raw.scatter(dimension, index.raw, new Scalar(value)));
    }

    /** For every row of {@code indices} [rows, n], the sum of the rows of this matrix with these indices: [rows, width]. */
    public Tensor embeddingSum(Tensor indices) {
        long rows = indices.size(0);
        long each = indices.size(1);
        org.bytedeco.pytorch.Tensor offsets =
                torch.arange(new Scalar(0), new Scalar(rows * each), new Scalar(each), indices.raw.options());
        return new Tensor(torch.embedding_bag(raw, indices.raw.reshape(rows * each), offsets)
                .get0());
    }

    /**
     * For every value, the number of entries of this sorted row, or of the row with the same leading indices, that are below or equal to
     * it.
     */
    public Tensor searchSorted(Tensor values) {
        return new Tensor(torch.searchsorted(
                raw, values.raw, false, true, new org.bytedeco.pytorch.StringViewOptional(), new TensorOptional()));
    }

    // Conditions: whole tensors of 0 and 1 ---------------------------------------------------------------------------

    /** 1 where an entry is below that of the other tensor, else 0. */
    public Tensor lessThan(Tensor other) {
        return new Tensor(raw.lt(other.raw)).toWhole();
    }

    /** 1 where an entry is below the number, else 0. */
    public Tensor lessThan(double number) {
        return new Tensor(raw.lt(new Scalar(number))).toWhole();
    }

    /** 1 where the entries are equal, else 0. */
    public Tensor equalTo(Tensor other) {
        return new Tensor(raw.eq(other.raw)).toWhole();
    }

    /** 1 where an entry equals the number, else 0. */
    public Tensor equalTo(long number) {
        return new Tensor(raw.eq(new Scalar(number))).toWhole();
    }

    /** {@code yes} where this condition is 1, {@code no} where it is 0. */
    public Tensor choose(Tensor yes, Tensor no) {
        return new Tensor(torch.where(raw.to(torch.ScalarType.Bool), yes.raw, no.raw));
    }

    /** The indices of the entries where this condition is 1: [entries, dimensions], in row-major order. Waits for the device. */
    public Tensor places() {
        return new Tensor(raw.nonzero());
    }

    /** Converts to whole numbers, rounding towards zero. */
    public Tensor toWhole() {
        return new Tensor(raw.to(torch.ScalarType.Long));
    }

    /** Converts to real numbers of the device's precision. */
    public Tensor toReal(Device device) {
        return new Tensor(raw.to(device.realType()));
    }

    // Gradients ------------------------------------------------------------------------------------------------------

    /** Records the operations on this tensor from now on, for gradients with respect to it. Returns itself. */
    public Tensor track() {
        raw.requires_grad_(true);
        return this;
    }

    /** The same numbers, without the operations recorded for gradients; shares memory. */
    public Tensor detach() {
        return new Tensor(raw.detach());
    }

    /** A copy in memory of its own. */
    public Tensor copy() {
        return new Tensor(raw.clone());
    }

    /**
     * The gradients of this scalar with respect to tracked tensors, in their order; zero where it does not depend on a
     * tensor.
     */
    public List<Tensor> gradients(List<Tensor> inputs) {
        return gradients(List.of(this), List.of(), inputs, false);
    }

    /** The same, with the operations recorded, so that gradients of a function of these gradients can be computed. */
    public List<Tensor> gradientsWithHistory(List<Tensor> inputs) {
        return gradients(List.of(this), List.of(), inputs, true);
    }

    /**
     * The chain rule: given the gradients of a scalar with respect to {@code outputs}, its gradients with respect to
     * {@code inputs}, from which the outputs were computed.
     */
    public static List<Tensor> pullBack(List<Tensor> outputs, List<Tensor> gradients, List<Tensor> inputs) {
        return gradients(outputs, gradients, inputs, false);
    }

    private static List<Tensor> gradients(
            List<Tensor> outputs, List<Tensor> seeds, List<Tensor> inputs, boolean history) {
        TensorVector gradients =
                torch.grad(vector(outputs), vector(inputs), vector(seeds), new BoolOptional(), history, true);
        return IntStream.range(0, inputs.size())
                .mapToObj(i -> {
                    org.bytedeco.pytorch.Tensor gradient = gradients.get(i);
                    // A handle of its own: that of the vector is freed with the vector.
                    return new Tensor(
                            gradient.defined()
                                    ? new org.bytedeco.pytorch.Tensor(gradient)
                                    : torch.zeros_like(inputs.get(i).raw));
                })
                .toList();
    }

    // In place: for optimisers and buffers ---------------------------------------------------------------------------

    /** this ← number. */
    public void fill(double number) {
        raw.fill_(new Scalar(number));
    }

    /** this ← other. */
    public void assign(Tensor other) {
        raw.copy_(other.raw);
    }

    /** Row i of this ← row j of {@code rows}, for i = index[j]; where an index repeats, one of its rows is kept. */
    public void putRows(Tensor index, Tensor rows) {
        raw.index_copy_(0, index.raw, rows.raw);
    }

    /** Adds rows to those with these indices, which may repeat. */
    public void addRows(Tensor index, Tensor rows) {
        raw.index_add_(0, index.raw, rows.raw);
    }

    /** Adds values to the entries at these indices along a dimension. */
    public void scatterAdd(int dimension, Tensor index, Tensor values) {
        raw.scatter_add_(dimension, index.raw, values.raw);
    }

    /** this ← this · factor. */
    public void scale(double factor) {
        raw.mul_(new Scalar(factor));
    }

    /** this ← this + factor · other. */
    public void add(double factor, Tensor other) {
        raw.add_(other.raw, new Scalar(factor));
    }

    /** this ← this + share · (other − this). */
    public void moveTowards(Tensor other, double share) {
        raw.lerp_(other.raw, new Scalar(share));
    }

    /** this ← this + factor · x · y. */
    public void addProduct(double factor, Tensor x, Tensor y) {
        raw.addcmul_(x.raw, y.raw, new Scalar(factor));
    }

    /** this ← this + factor · x / y. */
    public void addQuotient(double factor, Tensor x, Tensor y) {
        raw.addcdiv_(x.raw, y.raw, new Scalar(factor));
    }

    /** this ← factor · this + x·y, a matrix product; with factor 0 the old numbers are ignored, even NaN. */
    public void addMatmul(double factor, Tensor x, Tensor y) {
        raw.addmm_(x.raw, y.raw, new Scalar(factor), new Scalar(1.0));
    }

    /** this ← silu′(this) · outer: the gradient with respect to z, where {@code outer} is that with respect to silu(z). */
    public void siluBack(Tensor outer) {
        torch.silu_backward_out(raw, outer.raw, raw);
    }

    // To the host ----------------------------------------------------------------------------------------------------

    /** The number of a tensor with one entry. */
    public double number() {
        return raw.item_double();
    }

    /** The entries as real numbers, in row-major order. */
    public double[] toDoubles() {
        org.bytedeco.pytorch.Tensor host = raw.cpu().to(torch.ScalarType.Double).contiguous();
        double[] numbers = new double[(int) host.numel()];
        if (numbers.length > 0) { // an empty tensor has no address
            host.data_ptr_double().get(numbers);
        }
        return numbers;
    }

    /** The entries as whole numbers, in row-major order. */
    public long[] toLongs() {
        org.bytedeco.pytorch.Tensor host = raw.cpu().to(torch.ScalarType.Long).contiguous();
        long[] numbers = new long[(int) host.numel()];
        if (numbers.length > 0) {
            host.data_ptr_long().get(numbers);
        }
        return numbers;
    }

    /** The shape, outermost dimension first. */
    public long[] shape() {
        long[] shape = new long[(int) raw.dim()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = raw.size(i);
        }
        return shape;
    }
}
