/** Runs that can be learned from. */
import type { NewTrajectory } from "agentic-memory-bank/node";

/** One that met an error, and got over it or did not. */
export function attempt(id: string, success: boolean): NewTrajectory {
  const failed = {
    action: "bash",
    input: "pytest",
    error: "ModuleNotFoundError: No module named 'numpy'",
  };
  const mended = { action: "bash", input: "pip install numpy", output: "done" };
  const passed = { action: "bash", input: "pytest", output: "2 passed" };
  const steps = success ? [failed, mended, passed] : [failed, failed, failed];
  return { id, task_type: "bug_fix", problem_statement: "The tests fail.", success, steps };
}

/** The situation in which they met it. */
export const SITUATION = {
  task_type: "bug_fix",
  current_error_type: "ModuleNotFoundError",
  current_error: "ModuleNotFoundError: No module named 'numpy'",
  current_error_keywords: ["numpy"],
};

/** The whole text of an export. */
export async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
