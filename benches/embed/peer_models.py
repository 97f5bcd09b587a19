"""ONNX files for the peers of the embedding bench: all-MiniLM-L6-v2 as a plain BERT graph in f32, and
what onnxruntime's own dynamic quantiser makes of it.

Usage: peer_models.py MODEL_SAFETENSORS OUTPUT_FOLDER (needs onnx, onnxruntime and safetensors).
One input `ids` (1 × tokens, no padding, so no mask), one output `embedding` (1 × 384, length 1).
"""

import math
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

LAYERS, HEADS, WIDTH = 6, 12, 384


class Graph:
    """Collects nodes and constants; every method gives back the name of its output."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], {}

    def constant(self, name, value):
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name])

    def scalar(self, value):
        return self.constant(f"scalar_{value}", np.float32(value))

    def integers(self, *values):
        return self.constant("integers_" + "_".join(map(str, values)), np.array(values, np.int64))

    def node(self, kind, *inputs, **attributes):
        output = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def linear(self, x, name):
        weight = self.constant(f"{name}.transposed", self.weights[f"{name}.weight"].T)
        return self.node("Add", self.node("MatMul", x, weight), self.weight(f"{name}.bias"))

    def norm(self, x, name):
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)

    def heads(self, x, order):
        split = self.node("Reshape", x, self.integers(0, 0, HEADS, WIDTH // HEADS))
        return self.node("Transpose", split, perm=order)

    def gelu(self, x):
        error = self.node("Erf", self.node("Div", x, self.scalar(math.sqrt(2))))
        product = self.node("Mul", x, self.node("Add", error, self.scalar(1.0)))
        return self.node("Mul", product, self.scalar(0.5))

    def embeddings(self):
        words = self.node("Gather", self.weight("embeddings.word_embeddings.weight"), "ids")
        count = self.node("Gather", self.node("Shape", "ids"), self.integers(1))
        positions = self.weight("embeddings.position_embeddings.weight")
        places = self.node("Slice", positions, self.integers(0), count, self.integers(0))
        kind = self.constant("token_type", self.weights["embeddings.token_type_embeddings.weight"][0])
        total = self.node("Add", self.node("Add", words, places), kind)
        return self.norm(total, "embeddings.LayerNorm")

    def attention(self, x, name):
        query = self.heads(self.linear(x, f"{name}.query"), [0, 2, 1, 3])
        key = self.heads(self.linear(x, f"{name}.key"), [0, 2, 3, 1])
        value = self.heads(self.linear(x, f"{name}.value"), [0, 2, 1, 3])
        scores = self.node("Div", self.node("MatMul", query, key), self.scalar(math.sqrt(WIDTH // HEADS)))
        mixed = self.node("MatMul", self.node("Softmax", scores, axis=-1), value)
        return self.node("Reshape", self.node("Transpose", mixed, perm=[0, 2, 1, 3]), self.integers(0, 0, WIDTH))

    def layer(self, x, name):
        attended = self.linear(self.attention(x, f"{name}.attention.self"), f"{name}.attention.output.dense")
        x = self.norm(self.node("Add", attended, x), f"{name}.attention.output.LayerNorm")
        wide = self.gelu(self.linear(x, f"{name}.intermediate.dense"))
        narrow = self.linear(wide, f"{name}.output.dense")
        return self.norm(self.node("Add", narrow, x), f"{name}.output.LayerNorm")

    def model(self):
        x = self.embeddings()
        for number in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{number}")
        mean = self.node("ReduceMean", x, axes=[1], keepdims=0)
        length = self.node("ReduceL2", mean, axes=[1], keepdims=1)
        self.nodes.append(helper.make_node("Div", [mean, length], ["embedding"], name="embedding"))
        graph = helper.make_graph(
            self.nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "tokens"])],
            [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, WIDTH])],
            list(self.constants.values()),
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main():
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    model = Graph(load_file(source)).model()
    onnx.checker.check_model(model)
    onnx.save(model, folder / "f32.onnx")
    quantize_dynamic(folder / "f32.onnx", folder / "int8.onnx", weight_type=QuantType.QInt8)


if __name__ == "__main__":
    main()
