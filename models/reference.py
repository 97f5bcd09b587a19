"""The official all-MiniLM-L6-v2 in f32 numpy: the reference our int8 model is judged against.

Writes `crates/embed/tests/golden.json` (texts and their vectors, base64 of little-endian f32) and
`models/activation_maxima.safetensors` (the largest absolute activation in each input channel of each
linear layer, over `calibration_texts.json`, none of which is a golden text). Run at authoring time
only, from the repository's root:

    python3 -m venv target/python && target/python/bin/pip install numpy==2.4.6 safetensors==0.8.0 tokenizers==0.23.3
    target/python/bin/python models/reference.py

Texts over the window are split and averaged as `crates/embed` does it: windows of nearly equal length,
never inside a word, and one mean over the real tokens of all windows.
"""

import base64
import json
import math
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
MODELS = ROOT / "target" / "models"
WINDOW = 256
CLS, SEP = 101, 102
HEADS, LAYERS = 12, 6

erf = np.vectorize(math.erf, otypes=[np.float32])


def normalise(x, weight, bias):
    """LayerNorm over the last axis."""
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-12) * weight + bias


class Reference:
    """BERT as published: post-norm encoder, exact (erf) GELU."""

    def __init__(self, weights):
        self.weights = weights
        self.maxima = {}

    def linear(self, x, name):
        self.maxima[name] = np.maximum(self.maxima.get(name, 0), np.abs(x).max(0))
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, x, name):
        return normalise(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def embed_tokens(self, ids):
        w = self.weights
        x = (
            w["embeddings.word_embeddings.weight"][ids]
            + w["embeddings.position_embeddings.weight"][: len(ids)]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        return self.norm(x, "embeddings.LayerNorm")

    def attention(self, x, layer):
        def heads(name):
            return self.linear(x, f"{layer}.attention.self.{name}").reshape(len(x), HEADS, -1).transpose(1, 0, 2)

        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        return (weights @ value).transpose(1, 0, 2).reshape(len(x), -1)

    def hidden(self, ids):
        """Last hidden state, one row per token."""
        x = self.embed_tokens(ids)
        for number in range(LAYERS):
            layer = f"encoder.layer.{number}"
            attended = self.linear(self.attention(x, layer), f"{layer}.attention.output.dense")
            x = self.norm(x + attended, f"{layer}.attention.output.LayerNorm")
            wide = self.linear(x, f"{layer}.intermediate.dense")
            wide = (wide * 0.5 * (1 + erf(wide / math.sqrt(2)))).astype(np.float32)
            x = self.norm(x + self.linear(wide, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        return x


def windows(ids, continues):
    """Content tokens in windows of nearly equal length that begin with a word."""
    budget = WINDOW - 2
    start, result = 0, []
    while True:
        left = len(ids) - start
        size = math.ceil(left / math.ceil(left / budget)) if left else 0
        end = start + size
        while start + 1 < end < len(ids) and continues[ids[end]]:
            end -= 1
        result.append(ids[start:end])
        if end == len(ids):
            return result
        start = end


class Embedder:
    def __init__(self, model):
        self.model = model
        self.tokenizer = Tokenizer.from_file(str(MODELS / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        vocabulary = self.tokenizer.get_vocab()
        self.continues = [False] * len(vocabulary)
        for token, number in vocabulary.items():
            self.continues[number] = token.startswith("##")

    def __call__(self, text):
        ids = self.tokenizer.encode(text, add_special_tokens=False).ids
        rows = [self.model.hidden([CLS, *part, SEP]) for part in windows(ids, self.continues)]
        mean = np.concatenate(rows).mean(0)
        return (mean / np.linalg.norm(mean)).astype(np.float32)


PARTS = {
    "attention.input": "attention.self.query",
    "attention.output": "attention.output.dense",
    "feed_forward.input": "intermediate.dense",
    "feed_forward.output": "output.dense",
}


def calibrate(weights):
    """Runs the calibration texts and writes the maxima under the names of the int8 file."""
    model = Reference(weights)
    embed = Embedder(model)
    for text in json.loads((ROOT / "models/calibration_texts.json").read_text()):
        embed(text)
    maxima = {
        f"layers.{layer}.{ours}": model.maxima[f"encoder.layer.{layer}.{theirs}"]
        for layer in range(LAYERS)
        for ours, theirs in PARTS.items()
    }
    save_file(maxima, ROOT / "models/activation_maxima.safetensors")


def main():
    weights = load_file(MODELS / "f32" / "model.safetensors")
    calibrate(weights)
    embed = Embedder(Reference(weights))
    known = embed("This is an example sentence")[:5]
    assert np.allclose(known, [0.0677, 0.0635, 0.0487, 0.0793, 0.0374], atol=1e-4), known
    texts = json.loads((ROOT / "crates/embed/tests/golden_texts.json").read_text())
    golden = [{"text": text, "vector": base64.b64encode(embed(text).tobytes()).decode()} for text in texts]
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in golden)
    (ROOT / "crates/embed/tests/golden.json").write_text(f"[\n{lines}\n]\n")
    print(len(golden), "vectors")


if __name__ == "__main__":
    main()
