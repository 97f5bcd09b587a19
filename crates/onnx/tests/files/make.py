"""Makes a sentence encoder of 20 kB, its tokenizer, and its vectors by onnxruntime; and the vectors of bge-small-zh.

Run in this folder: python make.py (needs onnx 1.23, onnxruntime 1.32, tokenizers 0.23, numpy, and `cargo xtask models`).
"""

import base64
import json

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WIDTH, HEADS, INNER, WINDOW = 16, 2, 32, 24
WORDS = "the a of is in cat dog river bridge market opens at nine closes # 1 2 3 9 . , ?".split()
LETTERS = list("abcdefghijklmnopqrstuvwxyz")
HAN = list("市场九点开门河上有一座桥猫狗在")
TEXTS = [
    "",
    "the cat",
    "The market opens at nine.",
    "A bridge is in the river",
    "市场九点开门",
    "河上有一座桥。",
    "the dog is at the river, the cat is at the bridge. " * 4,
]

CHINESE = [
    "机器学习是人工智能的一个分支。",
    "图书馆周一至周五上午九点开放，周末闭馆。",
    "本合同自双方签字之日起生效，有效期三年。",
    "用户可以在设置中关闭自动更新。",
    "台北的故宮博物院藏有許多古代文物。",
    "市场几点开门？",
    "退货须在收到商品后七天内提出，运费由买家承担。",
    "运行 make release 之前，请先更新版本号。",
    "第三条 申请人应当提交身份证明和住址证明。",
    "昨天的会议推迟到了下周三下午两点。",
    "这座桥全长四百一十二米，于1937年建成。",
    "如果安装失败，请检查网络连接并重试。",
    "票价：成人30元，学生15元，六岁以下儿童免费。",
    "The library opens at nine.",
    "配置文件 config.json 位于项目根目录。",
    "大熊猫主要以竹子为食，一天要吃十几公斤。",
]
CHINESE_ENCODER = "../../../../target/models/bge-small-zh-v1.5"


def tokenizer():
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS, *LETTERS, *(f"##{it}" for it in LETTERS), *HAN]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = [("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])]
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=special)
    return made, len(vocabulary)


class Graph:
    """Nodes and weights of a network, by name."""

    def __init__(self):
        self.nodes, self.weights, self.random = [], {}, np.random.default_rng(7)

    def weight(self, name, *shape):
        values = self.random.normal(0, 0.3, shape).astype(np.float32)
        return self.constant(name, values)

    def constant(self, name, values):
        self.weights[name] = np.asarray(values)
        return name

    def node(self, kind, *inputs, **attributes):
        name = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def linear(self, name, value, inputs, outputs):
        product = self.node("MatMul", value, self.weight(f"{name}.weight", inputs, outputs))
        return self.node("Add", product, self.weight(f"{name}.bias", outputs))

    def norm(self, name, value):
        mean = self.node("ReduceMean", value, axes=[-1])
        centred = self.node("Sub", value, mean)
        squares = self.node("Pow", centred, self.constant(f"{name}.two", np.float32(2)))
        variance = self.node("ReduceMean", squares, axes=[-1])
        epsilon = self.constant(f"{name}.epsilon", np.float32(1e-12))
        deviation = self.node("Sqrt", self.node("Add", variance, epsilon))
        scaled = self.node("Mul", self.node("Div", centred, deviation), self.weight(f"{name}.scale", WIDTH))
        return self.node("Add", scaled, self.weight(f"{name}.shift", WIDTH))

    def heads(self, value, order):
        shape = self.constant("heads", np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
        return self.node("Transpose", self.node("Reshape", value, shape), perm=order)


def network(vocabulary):
    graph = Graph()
    length = graph.node("Shape", "input_ids", start=1, end=2)
    positions = graph.node(
        "Slice",
        graph.weight("positions", WINDOW, WIDTH),
        graph.constant("zero", np.array([0], np.int64)),
        length,
        graph.constant("first", np.array([0], np.int64)),
    )
    words = graph.node("Gather", graph.weight("words", vocabulary, WIDTH), "input_ids")
    types = graph.node("Gather", graph.weight("types", 2, WIDTH), "token_type_ids")
    value = graph.norm("input", graph.node("Add", graph.node("Add", words, types), positions))
    mask = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    absent = graph.node("Sub", graph.constant("one", np.float32(1)), mask)
    axes = graph.constant("axes", np.array([1, 2], np.int64))
    bias = graph.node("Unsqueeze", graph.node("Mul", absent, graph.constant("far", np.float32(-1e4))), axes)
    query = graph.heads(graph.linear("query", value, WIDTH, WIDTH), [0, 2, 1, 3])
    key = graph.heads(graph.linear("key", value, WIDTH, WIDTH), [0, 2, 3, 1])
    content = graph.heads(graph.linear("value", value, WIDTH, WIDTH), [0, 2, 1, 3])
    scale = graph.constant("scale", np.float32((WIDTH // HEADS) ** 0.5))
    scores = graph.node("Add", graph.node("Div", graph.node("MatMul", query, key), scale), bias)
    mixed = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), content)
    joined = graph.node("Transpose", mixed, perm=[0, 2, 1, 3])
    joined = graph.node("Reshape", joined, graph.constant("joined", np.array([0, 0, WIDTH], np.int64)))
    value = graph.norm("attention", graph.node("Add", value, graph.linear("output", joined, WIDTH, WIDTH)))
    inner = graph.linear("inner", value, WIDTH, INNER)
    halves = graph.node("Div", inner, graph.constant("root", np.float32(2**0.5)))
    gelu = graph.node("Add", graph.node("Erf", halves), graph.constant("unit", np.float32(1)))
    gelu = graph.node("Mul", graph.node("Mul", inner, gelu), graph.constant("half", np.float32(0.5)))
    last = graph.norm("last", graph.node("Add", value, graph.linear("outer", gelu, INNER, WIDTH)))
    graph.nodes.append(helper.make_node("Identity", [last], ["last_hidden_state"]))
    shape = ["batch_size", "sequence_length"]
    names = ["input_ids", "attention_mask", "token_type_ids"]
    inputs = [helper.make_tensor_value_info(it, TensorProto.INT64, shape) for it in names]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, WIDTH])
    weights = [numpy_helper.from_array(values, name) for name, values in graph.weights.items()]
    made = helper.make_graph(graph.nodes, "tiny", inputs, [output], weights)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def unit(vector):
    return (vector / np.linalg.norm(vector)).tolist()


def inputs_of(ids):
    ids = np.array([ids], np.int64)
    return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}


def session(file):
    return onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])


def tiny():
    made, vocabulary = tokenizer()
    made.save("tokenizer.json", pretty=False)
    onnx.save(network(vocabulary), "tiny.onnx")
    running = session("tiny.onnx")
    for text in TEXTS:
        ids = made.encode(text).ids
        # Only texts of one window have a vector here.
        if len(ids) <= WINDOW:
            hidden = running.run(None, inputs_of(ids))[0][0]
            yield {"text": text, "cls": unit(hidden[0]), "mean": unit(hidden.mean(0))}


def chinese():
    made = Tokenizer.from_file(f"{CHINESE_ENCODER}/bge-small-zh-v1.5-q-tokenizer.json")
    running = session(f"{CHINESE_ENCODER}/bge-small-zh-v1.5-q.onnx")
    for text in CHINESE:
        hidden = running.run(None, inputs_of(made.encode(text).ids))[0][0]
        vector = np.array(unit(hidden[0]), "<f4")
        yield {"text": text, "vector": base64.b64encode(vector.tobytes()).decode()}


def write(name, golden):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(list(golden), file, ensure_ascii=False, indent=1)


write("golden.json", tiny())
write("golden-zh.json", chinese())
