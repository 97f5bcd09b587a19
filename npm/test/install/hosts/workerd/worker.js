import { MemoryBank } from "agentic-memory-bank";
import { refused } from "./refuse.js";
import { told } from "./research.js";

export default {
  async fetch() {
    return Response.json({ ...(await told(() => MemoryBank.open())), refused });
  },
};
