package dev.calor.tensor;

import java.util.Arrays;
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
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An array of numbers of the engine's: real, or whole ({@code int64}: states, indices, and 0/1 for conditions). Operations return
 * new tensors in the innermost open {@link Scope}; those with a name in the imperative and no result change the tensor itself.
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

    /** Real numbers in row-major order. */
    public static Tensor real(Device device, double[] numbers, long... shape) {
        Engine.load();
        try (DoublePointer pointer = new DoublePointer(numbers)) {
            return new Tensor(torch.from_blob(pointer, shape, Device.CPU_DOUBLE.real())
                    .to(device.real(), false, true, sameFormat()));
        }
    }

    /** Whole numbers in row-major order. */
    public static Tensor whole(Device device, long[] numbers, long... shape) {
        Engine.load();
        try (LongPointer pointer = new LongPointer(numbers)) {
            return new Tensor(
                    torch.from_blob(pointer, shape, Device.CPU.whole()).to(device.whole(), false, true, sameFormat()));
        }
    }

    /** Small whole numbers, 0 to 255, an eighth of the memory: for data sets, which {@link #toWhole} and {@link #toReal} unpack. */
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

    public static Tensor zeros(Device device, long... shape) {
        return new Tensor(torch.zeros(shape, device.real()));
    }

    /** All entries the same real number. */
    public static Tensor full(Device device, double number, long... shape) {
        return new Tensor(torch.full(shape, new Scalar(number), device.real()));
    }

    /** Ones in the shape of another. */
    public static Tensor onesLike(Tensor other) {
        return new Tensor(torch.ones_like(other.raw));
    }

    /** All entries the same whole number. */
    public static Tensor fullWhole(Device device, long number, long... shape) {
        return new Tensor(torch.full(shape, new Scalar(number), device.whole()));
    }

    /** 0, 1, …, length−1. */
    public static Tensor range(Device device, long length) {
        return new Tensor(torch.arange(new Scalar(length), device.whole()));
    }

    /** Tensors one after the other along a dimension. */
    public static Tensor cat(int dimension, Tensor... parts) {
        return new Tensor(torch.cat(vector(List.of(parts)), dimension));
    }

    /** Tensors of one shape along a new dimension. */
    public static Tensor stack(int dimension, List<Tensor> parts) {
        return new Tensor(torch.stack(vector(parts), dimension));
    }

    private static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.stream().map(tensor -> tensor.raw).toArray(org.bytedeco.pytorch.Tensor[]::new));
    }

    // Lifetime -------------------------------------------------------------------------------------------------------

    /** Takes the tensor out of all scopes: it lives until {@link #release}. Returns itself. */
    public Tensor keep() {
        raw.retainReference();
        return this;
    }

    /** Frees a kept tensor. */
    public void release() {
        raw.releaseReference();
    }

    // Arithmetic -----------------------------------------------------------------------------------------------------

    public Tensor plus(Tensor other) {
        return new Tensor(raw.add(other.raw));
    }

    public Tensor plus(double number) {
        return new Tensor(raw.add(new Scalar(number)));
    }

    public Tensor plus(long number) {
        return new Tensor(raw.add(new Scalar(number)));
    }

    public Tensor minus(Tensor other) {
        return new Tensor(raw.sub(other.raw));
    }

    public Tensor times(Tensor other) {
        return new Tensor(raw.mul(other.raw));
    }

    public Tensor times(double number) {
        return new Tensor(raw.mul(new Scalar(number)));
    }

    public Tensor times(long number) {
        return new Tensor(raw.mul(new Scalar(number)));
    }

    public Tensor over(Tensor other) {
        return new Tensor(raw.div(other.raw));
    }

    /** 1/x. */
    public Tensor reciprocal() {
        return new Tensor(raw.reciprocal());
    }

    public Tensor negate() {
        return new Tensor(raw.neg());
    }

    public Tensor exp() {
        return new Tensor(raw.exp());
    }

    public Tensor log() {
        return new Tensor(raw.log());
    }

    public Tensor sqrt() {
        return new Tensor(raw.sqrt());
    }

    public Tensor power(double exponent) {
        return new Tensor(raw.pow(new Scalar(exponent)));
    }

    public Tensor square() {
        return new Tensor(raw.square());
    }

    public Tensor sin() {
        return new Tensor(raw.sin());
    }

    public Tensor cos() {
        return new Tensor(raw.cos());
    }

    public Tensor abs() {
        return new Tensor(raw.abs());
    }

    public Tensor sigmoid() {
        return new Tensor(raw.sigmoid());
    }

    /** x·sigmoid(x), the Swish of slope one. */
    public Tensor silu() {
        return new Tensor(torch.silu(raw));
    }

    /** silu′(x) · outer: the gradient at x where {@code outer} is that at silu(x). */
    public Tensor siluSlope(Tensor outer) {
        return new Tensor(torch.silu_backward(outer.raw, raw));
    }

    /** silu″(x) = σ(1 − σ)(2 + x(1 − 2σ)), with σ = sigmoid(x). */
    public Tensor siluCurvature() {
        Tensor sigmoid = sigmoid();
        Tensor product = sigmoid.minus(sigmoid.square()); // σ(1 − σ)
        return sigmoid.times(-2).plus(1.0).times(this).plus(2.0).times(product);
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

    /** Φ⁻¹. */
    public Tensor normalQuantile() {
        return new Tensor(torch.special_ndtri(raw));
    }

    public Tensor floor() {
        return new Tensor(raw.floor());
    }

    /** Modulo, never negative. */
    public Tensor modulo(long divisor) {
        return new Tensor(raw.remainder(new Scalar(divisor)));
    }

    /** Whole numbers divided, rounded down. */
    public Tensor floorOver(long divisor) {
        return new Tensor(raw.floor_divide(new Scalar(divisor)));
    }

    /** At least this. */
    public Tensor clampBelow(double least) {
        return new Tensor(raw.clamp(new ScalarOptional(new Scalar(least))));
    }

    /** At most this. */
    public Tensor clampAbove(double most) {
        return new Tensor(raw.clamp(new ScalarOptional(), new ScalarOptional(new Scalar(most))));
    }

    public Tensor matmul(Tensor other) {
        return new Tensor(raw.matmul(other.raw));
    }

    /** This row, or matrix, plus x·y: one operation. */
    public Tensor plusProduct(Tensor x, Tensor y) {
        return new Tensor(torch.addmm(raw, x.raw, y.raw));
    }

    /** x Wᵀ + b, for weights by output rows. */
    public Tensor linear(Tensor weight, Tensor bias) {
        return new Tensor(torch.linear(raw, weight.raw, new TensorOptional(bias.raw)));
    }

    // Reduction ------------------------------------------------------------------------------------------------------

    public Tensor sum() {
        return new Tensor(raw.sum());
    }

    public Tensor sum(int dimension) {
        return new Tensor(raw.sum(dimension));
    }

    /** The sum of the squares of all entries. */
    public Tensor squaredNorm() {
        return dot(this);
    }

    /** The sum of the products of entries, whatever the shape. */
    public Tensor dot(Tensor other) {
        return new Tensor(raw.reshape(-1).dot(other.raw.reshape(-1)));
    }

    public Tensor mean() {
        return new Tensor(raw.mean());
    }

    public Tensor mean(int dimension) {
        return new Tensor(raw.mean(dimension));
    }

    public Tensor logSumExp(int dimension) {
        return new Tensor(raw.logsumexp(dimension));
    }

    public Tensor logSoftmax(int dimension) {
        return new Tensor(raw.log_softmax(dimension));
    }

    /** The order of the numbers along a dimension, from the least: whole. */
    public Tensor argSort(int dimension) {
        return new Tensor(torch.argsort(raw, dimension, false));
    }

    /** exp(x) divided by its sum along a dimension. */
    public Tensor softmax(int dimension) {
        return new Tensor(raw.softmax(dimension));
    }

    public Tensor cumulativeSum(int dimension) {
        return new Tensor(raw.cumsum(dimension));
    }

    public Tensor argMax(int dimension) {
        return new Tensor(raw.argmax(new LongOptional(dimension), false));
    }

    /** Where the {@code count} largest entries of every row lie: [rows, count]. */
    public Tensor largest(long count) {
        return new Tensor(torch.topk(raw, count).get1());
    }

    // Shape and selection --------------------------------------------------------------------------------------------

    public long size(int dimension) {
        return raw.size(dimension);
    }

    public long dimensions() {
        return raw.dim();
    }

    public Tensor reshape(long... shape) {
        return new Tensor(raw.reshape(shape));
    }

    public Tensor unsqueeze(int dimension) {
        return new Tensor(raw.unsqueeze(dimension));
    }

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

    /** One entry of a dimension, which goes away; shares memory. */
    public Tensor select(int dimension, long index) {
        return new Tensor(raw.select(dimension, index));
    }

    /** Every row several times, copies next to each other. */
    public Tensor repeatRows(long times) {
        long[] shape = shape();
        long[] repeated = new long[shape.length + 1];
        repeated[0] = shape[0];
        repeated[1] = times;
        System.arraycopy(shape, 1, repeated, 2, shape.length - 1);
        shape[0] *= times;
        return new Tensor(raw.unsqueeze(1).expand(repeated).reshape(shape));
    }

    public Tensor expand(long... shape) {
        return new Tensor(raw.expand(shape));
    }

    /** Entry by entry, the ones an index tensor of the same rank names along a dimension. */
    public Tensor gather(int dimension, Tensor index) {
        return new Tensor(raw.gather(dimension, index.raw));
    }

    /** Rows, or entries of another dimension, by index. */
    public Tensor indexSelect(int dimension, Tensor index) {
        return new Tensor(raw.index_select(dimension, index.raw));
    }

    /** A copy with entries named along a dimension replaced. */
    public Tensor scatter(int dimension, Tensor index, Tensor values) {
        return new Tensor(raw.scatter(dimension, index.raw, values.raw));
    }

    /** A copy with entries named along a dimension replaced by one number. */
    public Tensor scatter(int dimension, Tensor index, double value) {
        return new Tensor(raw.scatter(dimension, index.raw, new Scalar(value)));
    }

    /** Sums, row by row, of the rows of this table that {@code indices} [rows, n] names: [rows, width]. */
    public Tensor embeddingSum(Tensor indices) {
        long rows = indices.size(0);
        long each = indices.size(1);
        org.bytedeco.pytorch.Tensor offsets =
                torch.arange(new Scalar(0), new Scalar(rows * each), new Scalar(each), indices.raw.options());
        return new Tensor(torch.embedding_bag(raw, indices.raw.reshape(rows * each), offsets)
                .get0());
    }

    /**
     * The place each value of {@code values} takes in this sorted row, or in the row with the same leading indices: the number of entries
     * below or equal to it.
     */
    public Tensor searchSorted(Tensor values) {
        return new Tensor(torch.searchsorted(
                raw, values.raw, false, true, new org.bytedeco.pytorch.StringViewOptional(), new TensorOptional()));
    }

    // Conditions: whole tensors of 0 and 1 ---------------------------------------------------------------------------

    public Tensor lessThan(Tensor other) {
        return new Tensor(raw.lt(other.raw)).toWhole();
    }

    public Tensor lessThan(double number) {
        return new Tensor(raw.lt(new Scalar(number))).toWhole();
    }

    public Tensor equalTo(Tensor other) {
        return new Tensor(raw.eq(other.raw)).toWhole();
    }

    public Tensor equalTo(long number) {
        return new Tensor(raw.eq(new Scalar(number))).toWhole();
    }

    /** Where this condition holds the one, elsewhere the other. */
    public Tensor choose(Tensor yes, Tensor no) {
        return new Tensor(torch.where(raw.to(torch.ScalarType.Bool), yes.raw, no.raw));
    }

    /** Where this condition holds: [places, dimensions], in row-major order. Waits for the device. */
    public Tensor places() {
        return new Tensor(raw.nonzero());
    }

    public Tensor toWhole() {
        return new Tensor(raw.to(torch.ScalarType.Long));
    }

    /** As real numbers of the device's precision. */
    public Tensor toReal(Device device) {
        return new Tensor(raw.to(device.realType()));
    }

    // Gradients ------------------------------------------------------------------------------------------------------

    /** From here on gradients with respect to this tensor are recorded. Returns itself. */
    public Tensor track() {
        raw.requires_grad_(true);
        return this;
    }

    /** The same numbers without a history. */
    public Tensor detach() {
        return new Tensor(raw.detach());
    }

    public Tensor copy() {
        return new Tensor(raw.clone());
    }

    /** The gradients of this scalar with respect to tracked tensors, in their order; zero where it does not depend on one. */
    public List<Tensor> gradients(List<Tensor> inputs) {
        return gradients(List.of(this), List.of(), inputs, false);
    }

    /** The same with a history, so that gradients can be taken of a function of them. */
    public List<Tensor> gradientsWithHistory(List<Tensor> inputs) {
        return gradients(List.of(this), List.of(), inputs, true);
    }

    /**
     * The chain rule: given the gradients of a number with respect to {@code outputs}, those with respect to what they were computed
     * from.
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
                    // A handle of its own: the vector's goes with the vector.
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

    /** Row i of this ← row j of {@code rows}, for i = index[j]; where an index repeats, one of the rows stays. */
    public void putRows(Tensor index, Tensor rows) {
        raw.index_copy_(0, index.raw, rows.raw);
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

    /** this ← factor · this + x·y, a product of matrices; with factor 0 whatever this was. */
    public void addMatmul(double factor, Tensor x, Tensor y) {
        raw.addmm_(x.raw, y.raw, new Scalar(factor), new Scalar(1.0));
    }

    /** this ← silu′(this) · outer: the gradient at z where {@code outer} is that at silu(z). */
    public void siluBack(Tensor outer) {
        torch.silu_backward_out(raw, outer.raw, raw);
    }

    // To the host ----------------------------------------------------------------------------------------------------

    /** The one number of a scalar. */
    public double number() {
        return raw.item_double();
    }

    /** Real numbers in row-major order. */
    public double[] toDoubles() {
        org.bytedeco.pytorch.Tensor host = raw.cpu().to(torch.ScalarType.Double).contiguous();
        double[] numbers = new double[(int) host.numel()];
        if (numbers.length > 0) { // an empty tensor has no address
            host.data_ptr_double().get(numbers);
        }
        return numbers;
    }

    /** Whole numbers in row-major order. */
    public long[] toLongs() {
        org.bytedeco.pytorch.Tensor host = raw.cpu().to(torch.ScalarType.Long).contiguous();
        long[] numbers = new long[(int) host.numel()];
        if (numbers.length > 0) {
            host.data_ptr_long().get(numbers);
        }
        return numbers;
    }

    /** The numbers as bytes, to the last bit. */
    public HostTensor toHost() {
        org.bytedeco.pytorch.Tensor host = raw.detach().cpu().contiguous();
        byte[] bytes = new byte[(int) (host.numel() * host.element_size())];
        if (bytes.length > 0) {
            new BytePointer(host.data_ptr()).capacity(bytes.length).get(bytes);
        }
        return new HostTensor(type(host), shape(), bytes);
    }

    /** this ← the numbers of a host tensor of the same shape and type. */
    public void assignHost(HostTensor host) {
        if (!Arrays.equals(shape(), host.shape()) || type(raw) != host.type()) {
            throw new IllegalArgumentException("a tensor of " + type(raw) + Arrays.toString(shape()) + " cannot hold "
                    + host.type() + Arrays.toString(host.shape()));
        }
        if (host.bytes().length == 0) {
            return;
        }
        try (NoGradient guard = NoGradient.open();
                BytePointer bytes = new BytePointer(host.bytes())) {
            raw.copy_(torch.from_blob(bytes, host.shape(), new TensorOptions(raw.scalar_type())));
        }
    }

    private static HostTensor.Type type(org.bytedeco.pytorch.Tensor raw) {
        torch.ScalarType scalar = raw.scalar_type().intern();
        if (scalar == torch.ScalarType.Float) {
            return HostTensor.Type.F32;
        }
        return scalar == torch.ScalarType.Double ? HostTensor.Type.F64 : HostTensor.Type.I64;
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
