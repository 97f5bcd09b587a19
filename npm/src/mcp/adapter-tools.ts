/** The adapter alone (MB-26): an agent's own loop takes its prompts from the memory bank, and gives it the results. */
import * as z from "zod";
import type { Task } from "../backend.ts";
import { MemoryBankError } from "../errors.ts";
import { id, notice, question, texts } from "./fields.ts";
import { beginning, maxCharacters, roomIn, sizeOf } from "./page.ts";
import type { Tasks } from "./tasks.ts";
import { ADDS, type Tool, tool } from "./tool.ts";
import { NOTICE } from "./untrusted.ts";

const PROMPT = z.object({
  task_id: id.describe("Give it to the next call of this task"),
  prompt: z
    .string()
    .describe("<task>: goal, steps done, next step. <memory>: what memory holds for that step"),
  notice,
});

/** The tools. */
export function adapterTools(tasks: Tasks): Tool[] {
  return [enhancePrompt(tasks), interceptContext(tasks)];
}

function enhancePrompt(tasks: Tasks): Tool {
  return tool({
    name: "enhance_prompt",
    title: "Enhance a prompt with task and memory",
    description:
      "For a long task that you carry out yourself, step by step: returns the next step and what memory holds for it. Begin with goal (and texts to read); go on with task_id. After each step hand its result to intercept_context. read_topic takes the task_id as memory_id. Such a task lasts until the server ends, or 32 others were used since. To have a question answered, use ask_documents or research instead.",
    input: z.strictObject({
      task_id: id.optional().describe("A task that was begun; leave it out to begin one"),
      goal: question.optional().describe("The goal of a new task"),
      texts,
      max_characters: maxCharacters,
    }),
    output: PROMPT,
    annotations: ADDS,
    async call({ task_id, goal, texts = [], max_characters }) {
      const enhanced = async (task: Task) => {
        for (const { name, text } of texts) await task.addContext(name, text);
        return promptIn(await task.enhancePrompt(), roomIn(max_characters));
      };
      const { id, done: prompt } =
        task_id === undefined
          ? await tasks.begin(checkedGoal(goal), enhanced)
          : { id: task_id, done: await tasks.use(task_id, enhanced) };
      const text = `task_id: ${id}\n${NOTICE} This holds for what stands in <memory>.\n${prompt}`;
      return { data: { task_id: id, prompt, notice: NOTICE }, text };
    },
  });
}

const END_OF_MEMORY = "\n</memory>";

/** The prompt in so many characters as JSON: its memory loses its end, where the least relevant memories stand. */
function promptIn(prompt: string, room: number): string {
  if (sizeOf(prompt) <= room) return prompt;
  const end = Math.max(prompt.lastIndexOf(END_OF_MEMORY), 0);
  const rest = `\n(The rest did not fit: a larger max_characters shows more.)${prompt.slice(end)}`;
  return `${beginning(prompt.slice(0, end), room - sizeOf(rest))}${rest}`;
}

function interceptContext(tasks: Tasks): Tool {
  return tool({
    name: "intercept_context",
    title: "Hand over a step's result",
    description:
      "Takes the result of the step that enhance_prompt named into the task's memory, and completes that step. Call enhance_prompt for the next one.",
    input: z.strictObject({
      task_id: id.describe("The task_id of enhance_prompt"),
      result: z.string().min(1).max(2_000_000).describe("What came of the step, with its evidence"),
    }),
    output: z.object({ task_id: id, stored: z.boolean() }),
    annotations: ADDS,
    async call({ task_id, result }) {
      await tasks.use(task_id, (task) => task.interceptContext(result));
      return {
        data: { task_id, stored: true },
        text: "Stored. enhance_prompt gives the next step.",
      };
    },
  });
}

function checkedGoal(goal: string | undefined): string {
  if (goal !== undefined) return goal;
  throw new MemoryBankError("invalid_argument", "give goal to begin a task, or task_id to go on");
}
