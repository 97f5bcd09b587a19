/** Access to the deployment that serves the page: its token. Elsewhere there is no such panel. */

import { deviceControls } from "./device.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { tokenField } from "./token-field.ts";

/** The field of the access token; `null` if the page is served by no deployment. */
export function accessPanel(context: Context): Panel | null {
  const { session, words } = context;
  const { chosen } = session;
  const text = words.access;
  if (chosen.site === null) return null;
  const field = tokenField(
    "accessToken",
    text.token,
    (parts) => chosen.choose({ ...chosen.choice, ...parts }),
    { hint: text.tokenHint },
    text.problems,
  );
  const device = deviceControls(context, text.forget, () => field.show(chosen.choice));
  const form = element(
    "form",
    { class: "access", autocomplete: "off", novalidate: true, "aria-label": text.heading },
    field.element,
    element("div", {}, ...device.elements),
  );
  // A visitor who came from a question goes on with it.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.ask(words.ask.pastedName);
  });
  return {
    element: form,
    view: (state, previous) => {
      if (previous === null || state.languageModel !== previous.languageModel) {
        setHidden(form, chosen.choice.provider === "none");
        field.show(chosen.choice);
        device.show();
      }
      field.view(state, previous, () => {});
    },
  };
}
