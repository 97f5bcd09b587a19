/** Tools of trajectory memory: what runs of agents have taught. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { FailurePattern, MistakePattern, RawStep, State, Told } from "../types.ts";
import type { Banks } from "./banks.ts";
import { id, notice, trust } from "./fields.ts";
import { fitting, line, maxCharacters, REPLY, roomIn, shortened, sizeOf } from "./page.ts";
import { ADDS, READS, type Tool, tool } from "./tool.ts";
import { marked, NOTICE } from "./untrusted.ts";

/** Most characters of a lesson: one must fit into the shortest reply. */
const LONGEST_LESSON = 2_000;

/** Characters of a line of statistics, and most of them in a list. */
const LONGEST_LINE = 200;
const MOST_ERRORS = 20;
const MOST_ACTIONS = 20;
const MOST_PATTERNS = 10;
const MOST_OF_A_PATTERN = 5;

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
      max_characters: maxCharacters,
    }),
    output: z.object({
      lessons: z.array(LESSON).describe("Solutions first, then advice, warnings, similar cases"),
      given: z.array(id).describe("Ids of methodologies among them: give them to learn_trajectory"),
      notice,
    }),
    annotations: READS,
    async call({ subject, max_characters, ...situation }) {
      const options = subject ? { repo: subject } : {};
      const report = await banks.use(({ trajectories }) =>
        trajectories.query(stateOf(situation), options),
      );
      const lessons = fitting(report.told.map(lesson), roomIn(max_characters));
      const shown = new Set(lessons.map(({ id }) => id));
      const given = report.given.filter((id) => shown.has(id));
      const data = { lessons, given, notice: NOTICE };
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
  return { id, text: shortened(text, LONGEST_LESSON), is_warning: isWarning, trust };
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
      const history = steps.map(({ action, error }) =>
        stateOf({ task, error, last_action: action }),
      );
      const report = await banks.use(({ trajectories }) => trajectories.checkLoop(history));
      const ways_out = fitting((report?.told ?? []).map(lesson), roomIn(REPLY.usual));
      const actions = (report?.found.cycle ?? [])
        .slice(0, MOST_ACTIONS)
        .map(({ action_type }) => line(action_type, LONGEST_LINE));
      const repeats = report?.found.repeats ?? 0;
      const said =
        report === null
          ? "No loop."
          : `A loop: ${actions.join(", ")}, ${repeats} times. Do something else.`;
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
      const run = {
        ...{ id, task_type, success, problem_statement: task, repo: subject ?? "" },
        steps: steps.map(rawStep),
        errors_in_outputs: true,
        given: given.map((methodology) => ({ methodology, step: null })),
      };
      const { fragments } = await banks.use(({ trajectories }) => trajectories.learn(run));
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
      errors: z
        .record(z.string(), z.number())
        .describe("Number of each type of error, the most frequent"),
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
      const { stats, mistakes } = await banks.use(async ({ trajectories }) => ({
        stats: await trajectories.stats(),
        mistakes: situation ? await trajectories.mistakes(situation) : [],
      }));
      const { trajectories: runs, success_rate, fragments, methodologies } = stats;
      const errors = mostFrequent(stats.error_frequency);
      const room = (roomIn(REPLY.usual) - sizeOf(errors)) / 2;
      const data = {
        ...{ runs, success_rate, fragments, methodologies, errors },
        failures: fitting(stats.failure_patterns.slice(0, MOST_PATTERNS).map(failure), room),
        mistakes: fitting(mistakes.slice(0, MOST_PATTERNS).map(mistake), room),
        notice: NOTICE,
      };
      return { data, text: marked(JSON.stringify({ ...data, notice: undefined }, null, 1)) };
    },
  });
}

/** The errors that occur most often, with their numbers. */
function mostFrequent(errors: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(errors).sort(([, one], [, other]) => other - one);
  return Object.fromEntries(
    sorted.slice(0, MOST_ERRORS).map(([type, count]) => [line(type, 100), count]),
  );
}

function failure({ task_type, phase, failed, total, typical_errors, prevention }: FailurePattern) {
  return {
    ...{ task_type: line(task_type, 100), phase: line(phase, 100), failed, total },
    errors: linesOf(typical_errors),
    prevention: linesOf(prevention),
  };
}

function linesOf(texts: string[]): string[] {
  return texts.slice(0, MOST_OF_A_PATTERN).map((text) => line(text, LONGEST_LINE));
}

function mistake({ error_type, description, count }: MistakePattern) {
  const error = error_type === null ? null : line(error_type, 100);
  return { error, description: line(description, LONGEST_LINE), count };
}
