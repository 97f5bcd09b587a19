/** Ports of Node that let a process end. */
import { transferHandlers } from "comlink";

/** Lets the process end although this port is open. */
export function quiet(port: MessagePort): void {
  (port as MessagePort & { unref?(): void }).unref?.();
}

let isQuiet = false;

/** Has ports that Comlink makes by itself let the process end, too. */
export function carryQuietProxies(): void {
  const original = transferHandlers.get("proxy");
  if (original === undefined || isQuiet) return;
  isQuiet = true;
  transferHandlers.set("proxy", {
    ...original,
    deserialize: (port) => {
      const remote = original.deserialize(port);
      quiet(port as MessagePort);
      return remote;
    },
  });
}
