// A worker's side of the page's calls.

/** Answers each call by the function of its name, with what it took here. */
export function answerWith(calls) {
  addEventListener("message", async ({ data: { number, name, argument } }) => {
    try {
      const begun = performance.now();
      const result = await calls[name](argument);
      postMessage({ number, result, milliseconds: performance.now() - begun });
    } catch (error) {
      postMessage({ number, error: `${name}: ${error.code ?? ""} ${error.message}` });
    }
  });
}
