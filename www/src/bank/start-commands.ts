/** Commands that start what the page asks on the user's own machine, so that this page may ask it. */

import type { SearchService } from "agentic-memory-bank";
import { isLocal, LOCAL_CONTEXT, type ModelChoice } from "./model-choice.ts";

/** The page that asks, and the shell that the commands are for. */
export interface Place {
  readonly origin: string;
  /** True for PowerShell. */
  readonly isWindows: boolean;
}

/** The place of this tab. */
export function thisPlace(): Place {
  return { origin: location.origin, isWindows: /win/i.test(navigator.platform) };
}

/** Tokens that a local model reads at once, and its reply: servers start with less. */
const CONTEXT = LOCAL_CONTEXT + 8_000;

type Variables = readonly (readonly [name: string, value: string])[];

/** The command that starts a local model's server; `null` for an endpoint that runs elsewhere. */
export function modelCommand({ provider, model }: ModelChoice, place: Place): string | null {
  switch (provider) {
    case "ollama": {
      const variables: Variables = [
        ["OLLAMA_ORIGINS", place.origin],
        ["OLLAMA_CONTEXT_LENGTH", String(CONTEXT)],
      ];
      return commandLine(variables, "ollama serve", place);
    }
    case "lmstudio":
      return `lms load ${plain(model, "MODEL")} --context-length ${CONTEXT}; lms server start --cors`;
    case "llamacpp":
      return `llama-server -m model.gguf -c ${CONTEXT}`;
    default:
      return null;
  }
}

/** The variables by which a proxy asks a search service. The wikis of Wikipedia are pages like others. */
const SEARCH_VARIABLES: Readonly<Record<SearchService, Variables>> = {
  serper: [["SERPER_API_KEY", "…"]],
  wikipedia: [],
  jina: [
    ["SEARCH_SERVICE", "jina"],
    ["JINA_API_KEY", "…"],
  ],
};

/** The command that starts a proxy for the chosen endpoint; `null` if one is named, or none is wanted. */
export function proxyCommand(choice: ModelChoice, place: Place): string | null {
  const { provider, address, proxy } = choice;
  if (provider === "none" || provider === "deployment" || proxy.trim() !== "") return null;
  // The proxy knows the endpoints by their names, too.
  const named = address.trim() || (provider === "custom" ? "" : provider);
  const variables: Variables = [
    ["LLM_BASE_URL", plain(named, "…")],
    ...(isLocal(provider) ? [] : [["LLM_API_KEY", "…"] as const]),
    ...(choice.search ? SEARCH_VARIABLES[choice.searchService] : []),
  ];
  const command = `npx agentic-memory-bank proxy --origin ${place.origin} --pages`;
  return commandLine(variables, command, place);
}

/** The text, if a shell reads it as it stands; what else it is, the user fills in. */
function plain(text: string, otherwise: string): string {
  return /^[\w:/.-]+$/.test(text.trim()) ? text.trim() : otherwise;
}

function commandLine(variables: Variables, command: string, { isWindows }: Place): string {
  const set = variables.map(([name, value]) =>
    isWindows ? `$env:${name}="${value}"; ` : `${name}=${value} `,
  );
  return set.join("") + command;
}
