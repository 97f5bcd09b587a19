/** The field of a token, which shows the token's faults. */

import type { TokenName } from "../bank/token.ts";
import type { State } from "../state/state.ts";
import { element, setHidden, setText } from "./element.ts";
import { type Field, keyField } from "./field.ts";

/** A token's field, and how it follows the state. */
export interface TokenField extends Field {
  /** Shows a problem of this token; `open` is called before a new one is shown. */
  view(state: State, previous: State | null, open: () => void): void;
}

/** The field of this token; each problem has a text by its code. */
export function tokenField(
  name: TokenName,
  label: string,
  take: Parameters<typeof keyField>[2],
  besides: Parameters<typeof keyField>[3] & { hint: string },
  problems: Readonly<Record<string, string>>,
): TokenField {
  const field = keyField(name, label, take, besides);
  const error = element("p", { class: "error", id: `${name}-error`, role: "alert", hidden: true });
  field.input.after(error);

  function tell(text: string | null): void {
    setText(error, text ?? "");
    setHidden(error, text === null);
    field.input.setAttribute("aria-invalid", String(text !== null));
    const described = text === null ? `${name}-hint` : `${name}-error ${name}-hint`;
    field.input.setAttribute("aria-describedby", described);
  }

  return {
    ...field,
    view: ({ tokenProblem: problem }, previous, open) => {
      if (previous !== null && problem === previous.tokenProblem) return;
      const mine = problem?.token === name ? problem : null;
      tell(mine && (problems[mine.code] ?? mine.message));
      if (mine === null || previous === null) return;
      open();
      // A user who pressed a button is led here; one who waits for an answer may be at work elsewhere.
      if (previous.phase === "idle") field.input.focus();
      else field.element.scrollIntoView({ block: "nearest" });
    },
  };
}
