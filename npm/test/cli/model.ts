/** A language model on loopback that always answers the same way, and what it was asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Model {
  /** As `--llm` takes it. */
  address: string;
  /** Bodies of the requests. */
  asked: string[];
  close(): void;
}

/** Plans as it is told to (`plan`: what it replies to who plans), and says this to everybody else; nothing while it is silent. */
export async function modelThatSays(
  plan: (asked: string) => string,
  words: string,
  isSilent: () => boolean = () => false,
): Promise<Model> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += piece.toString();
    });
    request.on("end", () => {
      asked.push(body);
      if (isSilent()) return;
      const content = body.includes("next_task") ? plan(body) : words;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}/v1`, asked, close };
}
