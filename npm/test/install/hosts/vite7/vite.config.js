export default {
  optimizeDeps: { exclude: ["agentic-memory-bank", "agentic-memory-bank-minilm"] },
};
