/** Tools of trajectory memory: what runs of agents have taught. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { oneLine } from "../cli/terminal.ts";
import type { MistakePattern, RawStep, State, Told } from "../types.ts";
import type { Banks } from "./banks.ts";
import { id, notice, trust } from "./fields.ts";
import { ADDS, READS, type Tool, tool } from "./tool.ts";
import { marked, NOTICE } from "./untrusted.ts";

const word = z.string().max(1_000);
const message = z.string().max(20_000);

const taskType = word.describe("Type of the task, such as bug_fix, feature, refactor or research");
const phase = word.describe("Phase of the task: understanding, locating, fixing, or your own");

const LESSON = z.object({
  id,
  text: z.string(),
  is_warning: z.boolean(),
  trust,
});

/** The tools. */
export function trajectoryTools(banks: Banks): Tool[] {
  return [query(banks), checkLoop(banks), learn(banks), getStats(banks)];
}

function query(banks: Banks): Tool {
  return tool({
    name: "query_trajectories",
    title: "Query lessons of earlier runs",
    description:
      "Returns what earlier runs of agents have taught for a situation (trajectory memory): solutions of an error, methods, warnings, similar cases. Use it at the start of a task, and when you meet an error.",
    input: z.strictObject({
      task: message.describe("The task in words"),
      task_type: taskType.optional(),
      error: message.optional().describe("Message of the error that you are at, if there is one"),
      phase: phase.optional(),
      last_action: word.optional().describe("Type of your last action, such as the tool's name"),
      subject: word.optional().describe("Subject of the work, such as the repository"),
    }),
    output: z.object({
      lessons: z.array(LESSON).describe("Solutions first, then advice, warnings, similar cases"),
      given: z.array(id).describe("Ids of methodologies among them: give them to learn_trajectory"),
      notice,
    }),
    annotations: READS,
    async call({ subject, ...situation }) {
      const { trajectories } = await banks.bank();
      const report = await trajectories.query(stateOf(situation), subject ? { repo: subject } : {});
      const lessons = report.told.map(lesson);
      const data = { lessons, given: report.given, notice: NOTICE };
      return { data, text: lessonsText(lessons, "No earlier run has taught anything for it.") };
    },
  });
}

interface Situation {
  task?: string | undefined;
  task_type?: string | undefined;
  error?: string | undefined;
  phase?: string | undefined;
  last_action?: string | undefined;
}

function stateOf({ task, task_type, error, phase, last_action }: Situation): Partial<State> {
  return {
    ...(task !== undefined && { task_description: task }),
    ...(task_type !== undefined && { task_type }),
    ...(error !== undefined && { current_error: error }),
    ...(phase !== undefined && { phase }),
    ...(last_action !== undefined && { action_type: last_action }),
  };
}

function lesson({ id, text, isWarning, trust }: Told): z.input<typeof LESSON> {
  return { id, text, is_warning: isWarning, trust };
}

function lessonsText(lessons: z.input<typeof LESSON>[], none: string): string {
  if (lessons.length === 0) return none;
  return marked(
    lessons
      .map(({ id, text, is_warning }) => `${is_warning ? "Warning: " : ""}${text} (${id})`)
      .join("\n"),
  );
}

function checkLoop(banks: Banks): Tool {
  return tool({
    name: "check_loop",
    title: "Check for a loop",
    description:
      "Says whether your last steps go round in a circle (the same action with the same error, three times), and what led out of such loops before. Use it when an attempt fails again.",
    input: z.strictObject({
      steps: z
        .array(
          z.strictObject({
            action: word.min(1).describe("Type of the action, such as the tool's name"),
            error: message.optional().describe("Message of the error that it met"),
          }),
        )
        .min(1)
        .max(200)
        .describe("Your last steps, the newest last"),
      task: message.optional().describe("The task in words"),
    }),
    output: z.object({
      is_loop: z.boolean(),
      repeats: z.int().describe("Number of times; 0 without a loop"),
      actions: z.array(z.string()).describe("The actions of one time round"),
      ways_out: z.array(LESSON),
      notice,
    }),
    annotations: READS,
    async call({ steps, task }) {
      const { trajectories } = await banks.bank();
      const history = steps.map(({ action, error }) =>
        stateOf({ task, error, last_action: action }),
      );
      const report = await trajectories.checkLoop(history);
      const ways_out = (report?.told ?? []).map(lesson);
      const actions = (report?.found.cycle ?? []).map(({ action_type }) => action_type);
      const repeats = report?.found.repeats ?? 0;
      const said =
        report === null
          ? "No loop."
          : `A loop: ${oneLine(actions.join(", "))}, ${repeats} times. Do something else.`;
      const known = lessonsText(ways_out, "Memory knows no way out yet.");
      const text = report === null ? said : `${said}\n${known}`;
      return {
        data: { is_loop: report !== null, repeats, actions, ways_out, notice: NOTICE },
        text,
      };
    },
  });
}

const STEP = z.strictObject({
  action: word.min(1).describe("Type of the action, such as the tool's name"),
  input: message.optional().describe("Its arguments, or the command"),
  output: message
    .optional()
    .describe("What came back, in short; searched for errors, and not kept"),
  error: message.optional().describe("Message of the error, if there was one"),
  phase: phase.optional(),
  from_web: z
    .boolean()
    .default(false)
    .describe(
      "True if output and error come from a page or a stranger, not from the user's machine",
    ),
});

function learn(banks: Banks): Tool {
  return tool({
    name: "learn_trajectory",
    title: "Learn from a finished run",
    description:
      "Hands in a finished task of yours, with its steps, so that later runs learn from it. Use it once, at the end of a task that met errors or took several attempts. Leave out keys and personal data.",
    input: z.strictObject({
      task: message.min(1).describe("The task in words"),
      task_type: taskType,
      success: z.boolean().describe("True if the task was done"),
      subject: word.optional().describe("Subject of the work, such as the repository"),
      steps: z.array(STEP).min(1).max(1_000).describe("The steps in their order"),
      given: z
        .array(id)
        .max(100)
        .optional()
        .describe("given of query_trajectories, if you used it"),
      id: id.optional().describe("An id of yours; a run is learned once"),
    }),
    output: z.object({
      id,
      fragments: z.int().describe("Telling parts that are kept"),
    }),
    annotations: ADDS,
    async call({ task, task_type, success, subject, steps, given = [], id = randomUUID() }) {
      const { trajectories } = await banks.bank();
      const report = await trajectories.learn({
        ...{ id, task_type, success, problem_statement: task, repo: subject ?? "" },
        steps: steps.map(rawStep),
        errors_in_outputs: true,
        given: given.map((methodology) => ({ methodology, step: null })),
      });
      const { fragments } = report;
      return { data: { id, fragments }, text: `Learned as ${id}: ${fragments} telling parts.` };
    },
  });
}

function rawStep({
  action,
  input,
  output,
  error,
  phase,
  from_web,
}: z.output<typeof STEP>): Partial<RawStep> {
  return {
    ...{ action, input: input ?? "", output: output ?? "", error: error ?? null },
    ...{ phase: phase ?? null, trust: from_web ? "found_page" : "given" },
  };
}

function getStats(banks: Banks): Tool {
  return tool({
    name: "get_stats",
    title: "Statistics of earlier runs",
    description:
      "Returns numbers of what runs have taught: success, frequent errors, failure patterns; with situation, also the mistakes that are common in it.",
    input: z.strictObject({
      situation: message.optional().describe("A situation in words, for its common mistakes"),
    }),
    output: z.object({
      runs: z.int(),
      success_rate: z.number().describe("0 to 1"),
      fragments: z.int(),
      methodologies: z.int(),
      errors: z.record(z.string(), z.number()).describe("Number of each type of error"),
      failures: z.array(
        z.object({
          task_type: z.string(),
          phase: z.string(),
          failed: z.int(),
          total: z.int(),
          errors: z.array(z.string()),
          prevention: z.array(z.string()),
        }),
      ),
      mistakes: z.array(
        z.object({ error: z.string().nullable(), description: z.string(), count: z.int() }),
      ),
      notice,
    }),
    annotations: READS,
    async call({ situation }) {
      const { trajectories } = await banks.bank();
      const stats = await trajectories.stats();
      const mistakes = situation ? await trajectories.mistakes(situation) : [];
      const { trajectories: runs, success_rate, fragments, methodologies } = stats;
      const data = {
        ...{ runs, success_rate, fragments, methodologies, errors: stats.error_frequency },
        failures: stats.failure_patterns.map(({ typical_errors: errors, ...pattern }) => ({
          ...pattern,
          errors,
        })),
        mistakes: mistakes.map(mistake),
        notice: NOTICE,
      };
      return { data, text: marked(JSON.stringify({ ...data, notice: undefined }, null, 1)) };
    },
  });
}

function mistake({ error_type: error, description, count }: MistakePattern) {
  return { error, description, count };
}
