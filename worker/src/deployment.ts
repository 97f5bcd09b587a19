/** The parts of the deployment, as pages and programs see them. No key and no user is among them. */
import packed from "agentic-memory-bank/package.json" with { type: "json" };
import { json } from "./answers.ts";
import { embedderName } from "./embedding.ts";
import {
  DEFAULT_PLACES,
  type Env,
  type LanguageModel,
  type Service,
  settingsOf,
} from "./settings.ts";

/** Prefix of a request to the proxy; the target follows. */
const PROXY = "/proxy?url=";

/** A deployment's parts. */
export interface Deployment {
  /** Version of the package. */
  version: string;
  /** Language model; `null`: runs are extractive. */
  llm: { provider: string; model: string | null; like?: string } | null;
  /** Web search: `true` at its usual address, a text at this one, `false` none. */
  search: boolean | string;
  /** Reader of web pages, likewise. */
  reader: boolean | string;
  /** Identifier of the embedding model; `null`: search by keywords. */
  embedder: string | null;
  /** Prefix of a request to the proxy; the percent-encoded target follows. */
  proxy: string;
  /** Ways to sign in. */
  signIn: ("token" | "oauth")[];
}

/** Returns the parts. */
export function deploymentOf(env: Env): Deployment {
  const { llm, search, reader, embedder } = settingsOf(env);
  return {
    version: packed.version,
    llm: llm && modelOf(llm),
    search: placeOf(search, DEFAULT_PLACES.search),
    reader: placeOf(reader, DEFAULT_PLACES.reader),
    embedder: embedderName(embedder),
    proxy: PROXY,
    signIn: env.OAUTH_KV === undefined ? ["token"] : ["token", "oauth"],
  };
}

/** Answers with the parts. */
export function answerDeployment(env: Env): Response {
  return json(deploymentOf(env));
}

function modelOf({ provider, model, like }: LanguageModel) {
  return { provider, model: model ?? null, ...(like !== undefined && { like }) };
}

function placeOf(service: Service | null, usual: string): boolean | string {
  if (service === null) return false;
  return service.address === usual ? true : service.address;
}
