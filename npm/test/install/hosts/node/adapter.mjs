// The adapter alone, as an agent framework uses it.
import { MemoryBank } from "agentic-memory-bank";
import { documents, question } from "./island.js";

const [{ name, text }] = documents;
const bank = await MemoryBank.open();
const task = await bank.task(question);
await task.addContext(name, text);
const prompt = await task.enhancePrompt();
await task.interceptContext("The lantern was first lit with colza oil.");
const next = await task.enhancePrompt();
const exported = JSON.parse(await task.export());
bank.close();
console.log(JSON.stringify({ prompt, next, exported }));
