"""Writes the bundled e5-small-v2 anew with the fused operators of ONNX Runtime: the same weights, the same vectors.

    pip install onnx==1.23.2
    python scripts/embedding-model/fuse.py FROM/model.onnx models/e5-small-v2/model.onnx

FROM holds the export that `models/e5-small-v2/README.md` names. It computes a layer by some 120 small operators, of
which the runtime itself fuses only a part. Here a layer is six: one product for query, key and value with the attention
after it, the other products with their bias, the sums with their normalisation. Inputs, outputs and every number that
reaches a vector stay as they were.
"""

import sys
from typing import Iterable

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS = 12
HEADS = 12
EPSILON = 1e-12
FUSED = "com.microsoft"


class Export:
    """Reads weights of the export by the names that they have there."""

    def __init__(self, path: str):
        self.graph = onnx.load(path).graph
        self._tensors = {tensor.name: tensor for tensor in self.graph.initializer}
        self._products = {node.name: node for node in self.graph.node if node.op_type == "MatMulInteger"}

    def array(self, name: str) -> numpy.ndarray:
        return numpy_helper.to_array(self._tensors[name])

    def product(self, path: str) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """Weights (int8, input x output), their scales and zero points (one a column) of one dense layer."""
        quantized = self._products[f"{path}/MatMul_quant"].input[1]
        stem = quantized.removesuffix("_quantized")
        return self.array(quantized), self.array(f"{stem}_scale"), self.array(f"{stem}_zero_point")


class Fused:
    """Collects the nodes and weights of the new graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[TensorProto] = []

    def weight(self, name: str, values: numpy.ndarray) -> str:
        self.weights.append(numpy_helper.from_array(numpy.ascontiguousarray(values), name))
        return name

    def product(self, name: str, parts: Iterable[tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]]) -> list[str]:
        weights, scales, zeros = zip(*parts)
        return [
            self.weight(f"{name}.weight", numpy.concatenate(weights, axis=1)),
            self.weight(f"{name}.scale", numpy.concatenate(scales)),
            self.weight(f"{name}.zero", numpy.concatenate(zeros)),
        ]

    def node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), domain=domain, **attributes))
        return outputs[0]


def embeddings(export: Export, fused: Fused) -> str:
    """Sum of the word's, the type's and the position's vector, normalised."""
    zero, one, two = (fused.weight(name, numpy.array([n])) for name, n in (("zero", 0), ("one", 1), ("two", 2)))
    positions = fused.weight("positions", export.array("embeddings.position_ids"))
    length = fused.node("Slice", [fused.node("Shape", ["input_ids"], "shape"), one, two], "length")
    sources = {
        "word": "input_ids",
        "token_type": "token_type_ids",
        "position": fused.node("Slice", [positions, zero, length, one], "position_ids"),
    }
    parts = []
    for part, ids in sources.items():
        quantized, scale, zero_point = (
            fused.weight(f"{part}.{what}", export.array(f"embeddings.{part}_embeddings.weight_{what}"))
            for what in ("quantized", "scale", "zero_point")
        )
        rows = fused.node("Gather", [quantized, ids], f"{part}.rows")
        parts.append(fused.node("DequantizeLinear", [rows, scale, zero_point], part))
    # In the order of the export: floating point sums depend on it.
    total = fused.node("Add", [fused.node("Add", parts[:2], "word_and_type"), parts[2]], "embedding")
    gamma = fused.weight("embedding.gamma", export.array("embeddings.LayerNorm.weight"))
    beta = fused.weight("embedding.beta", export.array("embeddings.LayerNorm.bias"))
    return fused.node("LayerNormalization", [total, gamma, beta], "layer.0.input", axis=-1, epsilon=EPSILON)


def layer(export: Export, fused: Fused, index: int, hidden: str, output: str) -> str:
    path, stem, name = f"/encoder/layer.{index}", f"encoder.layer.{index}", f"layer.{index}"

    def dense(tokens: str, part: str, result: str) -> str:
        bias = fused.weight(f"{result}.bias", export.array(f"{stem}.{part.replace('/', '.')}.bias"))
        product = fused.product(result, [export.product(f"{path}/{part}")])
        return fused.node("DynamicQuantizeMatMul", [tokens, *product, bias], result, domain=FUSED)

    def normalised_sum(tokens: str, before: str, part: str, result: str) -> str:
        gamma = fused.weight(f"{result}.gamma", export.array(f"{stem}.{part}.LayerNorm.weight"))
        beta = fused.weight(f"{result}.beta", export.array(f"{stem}.{part}.LayerNorm.bias"))
        inputs = [tokens, before, gamma, beta]
        return fused.node("SkipLayerNormalization", inputs, result, domain=FUSED, epsilon=EPSILON)

    heads = ("query", "key", "value")
    biases = [export.array(f"{stem}.attention.self.{head}.bias") for head in heads]
    bias = fused.weight(f"{name}.heads.bias", numpy.concatenate(biases))
    weight, scale, zero = fused.product(
        f"{name}.heads", [export.product(f"{path}/attention/self/{head}") for head in heads]
    )
    tokens, tokens_scale, tokens_zero = (f"{hidden}.{what}" for what in ("quantized", "scale", "zero"))
    fused.node("DynamicQuantizeLinear", [hidden], tokens, tokens_scale, tokens_zero)
    # No mask: texts are run one at a time, so that no token is padding.
    inputs = [tokens, weight, bias, tokens_scale, scale, "", tokens_zero, zero]
    attended = fused.node("QAttention", inputs, f"{name}.attended", domain=FUSED, num_heads=HEADS)
    attended = dense(attended, "attention/output/dense", f"{name}.mixed")
    hidden = normalised_sum(attended, hidden, "attention.output", f"{name}.middle")
    wide = fused.node("Gelu", [dense(hidden, "intermediate/dense", f"{name}.wide")], f"{name}.active", domain=FUSED)
    return normalised_sum(dense(wide, "output/dense", f"{name}.narrow"), hidden, "output", output)


def fuse(source: str, target: str) -> None:
    export, fused = Export(source), Fused()
    hidden = embeddings(export, fused)
    for index in range(LAYERS):
        last = index == LAYERS - 1
        hidden = layer(export, fused, index, hidden, "last_hidden_state" if last else f"layer.{index + 1}.input")
    graph = helper.make_graph(
        fused.nodes, "e5-small-v2", list(export.graph.input), list(export.graph.output), fused.weights
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="reinstate", ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python fuse.py FROM.onnx TO.onnx")
    fuse(sys.argv[1], sys.argv[2])
