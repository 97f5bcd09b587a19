/** Access tokens that the environment has. */
import { UsageError } from "./arguments.ts";

/** Fewest characters of a token from the environment, too many to guess. */
const SHORTEST = 20;

/** Returns the token of a variable; `null` if it is not set. Throws `UsageError` for one that could be guessed. */
export function tokenIn(environment: NodeJS.ProcessEnv, variable: string): string | null {
  const token = environment[variable]?.trim();
  if (!token) return null;
  if (token.length >= SHORTEST && /^[\x21-\x7e]{1,512}$/.test(token)) return token;
  throw new UsageError(
    `${variable} must have ${SHORTEST} to 512 printable characters and no blanks: unset it, and take a token that is printed`,
  );
}
