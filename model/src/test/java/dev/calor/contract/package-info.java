/**
 * What every implementation of an open interface promises, as abstract JUnit classes: extend one, return your implementations, and its
 * tests run on each of them. Published as the test jar of {@code calor-model}; a build that uses it needs, in scope test,
 * {@code dev.calor:calor-model:test-jar}, {@code dev.calor:calor-core:test-jar} and JUnit. For example
 *
 * <pre>{@code
 * class MyEnergyTest extends TrainableEnergyContract {
 *     protected Stream<TrainableEnergy> trainable() {
 *         return Stream.of(new MyEnergy(Device.CPU_DOUBLE));
 *     }
 * }
 * }</pre>
 */
@NullMarked
package dev.calor.contract;

import org.jspecify.annotations.NullMarked;
