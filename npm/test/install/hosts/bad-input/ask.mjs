import { MemoryBank } from "agentic-memory-bank";
import { told } from "./research.js";

console.log(JSON.stringify(await told(() => MemoryBank.open())));
