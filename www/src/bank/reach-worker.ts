/**
 * Tells whether anything answers at an address, though the page may not read what. In a worker, for the page's own
 * policy lets it ask nobody.
 */

interface Scope {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(answers: boolean): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data: address }) => {
  const request = fetch(address, { mode: "no-cors", credentials: "omit", cache: "no-store" });
  request.then(
    () => scope.postMessage(true),
    () => scope.postMessage(false),
  );
};
