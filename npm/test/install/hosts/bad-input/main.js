import { MemoryBank } from "agentic-memory-bank";
import { told } from "./research.js";

globalThis.told = await told(() => MemoryBank.open());
