package dev.calor.tabular;

import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpParameters;
import dev.calor.io.SafeTensors;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The weights of a network in a file: tensors by the names of {@link MlpParameters}. Files of version 1 number them.
 *
 * @param tensors of the network's shapes, in the order of its parameters
 */
record ModelWeights(Map<String, HostTensor> tensors) {
    /** The weights of a model. */
    static Map<String, HostTensor> of(TabularModel model) {
        TrainedEnergy trained = model.trained();
        TabularSpec spec = model.spec();
        Map<String, long[]> shapes = MlpParameters.shapes(
                model.encoder().space(), spec.method().architecture(spec.network()), trained.derived());
        List<Tensor> parameters = trained.network().parameters();
        Map<String, HostTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<String, long[]> named : shapes.entrySet()) {
            Tensor parameter = parameters.get(tensors.size());
            if (!Arrays.equals(parameter.shape(), named.getValue())) {
                throw new IllegalStateException("parameter '" + named.getKey() + "' has the shape "
                        + Arrays.toString(parameter.shape()) + ", not " + Arrays.toString(named.getValue())
                        + ": MlpParameters does not know the network");
            }
            tensors.put(named.getKey(), HostTensor.of(parameter));
        }
        if (tensors.size() != parameters.size()) {
            throw new IllegalStateException(
                    "MlpParameters knows " + tensors.size() + " of " + parameters.size() + " parameters");
        }
        return tensors;
    }

    /**
     * The weights in a file, all of which must be there, finite and of the network's shapes. They are checked before the network is
     * made: its size then is that of the file.
     *
     * @throws IllegalArgumentException if they are not those of the network
     */
    static ModelWeights checked(int version, Map<String, long[]> shapes, SafeTensors file) {
        Map<String, HostTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<String, long[]> named : shapes.entrySet()) {
            String name = version == 1 ? "parameter." + tensors.size() : named.getKey();
            HostTensor tensor = file.tensors().get(name);
            if (tensor == null) {
                throw new IllegalArgumentException("the weights '" + name + "' are missing");
            }
            check(name, tensor, named.getValue());
            tensors.put(named.getKey(), tensor);
        }
        if (file.tensors().size() != tensors.size()) {
            Set<String> known = version == 1 ? Set.of() : shapes.keySet();
            String stranger = file.tensors().keySet().stream()
                    .filter(name -> !known.contains(name))
                    .reduce((first, last) -> last)
                    .orElse("");
            throw new IllegalArgumentException(file.tensors().size() + " tensors of weights for " + tensors.size()
                    + " of the network: '" + stranger + "' is one too many");
        }
        return new ModelWeights(tensors);
    }

    private static void check(String name, HostTensor tensor, long[] shape) {
        if (tensor.type() != HostTensor.Type.F32 || !Arrays.equals(tensor.shape(), shape)) {
            throw new IllegalArgumentException("the weights '" + name + "' are " + tensor.type()
                    + Arrays.toString(tensor.shape()) + ", those of the network F32" + Arrays.toString(shape));
        }
        FloatBuffer numbers =
                ByteBuffer.wrap(tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        while (numbers.hasRemaining()) {
            float weight = numbers.get();
            if (!Float.isFinite(weight)) {
                throw new IllegalArgumentException("the weights '" + name + "' hold " + weight);
            }
        }
    }

    /** Gives a network of these shapes the weights. */
    void restore(MlpEnergy network) {
        List<Tensor> parameters = network.parameters();
        int p = 0;
        for (HostTensor tensor : tensors.values()) {
            tensor.copyTo(parameters.get(p++));
        }
    }
}
