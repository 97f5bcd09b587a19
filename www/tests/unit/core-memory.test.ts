import { describe, expect, it } from "vitest";
import { NO_CORE } from "../../src/state/long-term.ts";
import { idOf, RememberingBank } from "./remembering.ts";
import { FakeRuns, sessionKeeping } from "./sessions.ts";

async function opened(...banks: RememberingBank[]) {
  const made = sessionKeeping(new FakeRuns(), ...banks);
  await made.session.longTerm.open();
  return { ...made, shown: () => made.store.state.longTerm };
}

/** AF-02, BX-06: what every plan is told is written over nobody's words unseen. */
describe("what every plan is told (AF-02)", () => {
  it("is not set over what another tab has told every plan meanwhile", async () => {
    const bank = new RememberingBank("Tea.");
    const { session, shown } = await opened(...Array(6).fill(bank));
    bank.core = { ...NO_CORE, user_info: "In Leeds." };
    await session.longTerm.setCore({ ...NO_CORE, user_info: "In York." });
    expect(shown()).toMatchObject({ core: bank.core, problem: { code: "core_changed_elsewhere" } });
    expect(bank.core.user_info).toBe("In Leeds.");
    await session.longTerm.setCore({ ...NO_CORE, user_info: "In York." });
    expect([bank.core.user_info, shown().problem]).toEqual(["In York.", null]);
    // What was begun before it was listed again is held against what there is, too.
    const begun = shown().core ?? NO_CORE;
    bank.core = { ...NO_CORE, user_info: "In Leeds." };
    await session.longTerm.search("");
    await session.longTerm.edit(idOf(0), "Coffee.");
    expect(shown().core).toEqual(bank.core);
    await session.longTerm.setCore({ ...NO_CORE, user_info: "In Hull." }, begun);
    expect(shown().problem).toMatchObject({ code: "core_changed_elsewhere" });
    expect(bank.core.user_info).toBe("In Leeds.");
  });

  it("is not changed elsewhere where this tab alone has set it", async () => {
    const bank = new RememberingBank("Tea.");
    const { session, shown } = await opened(...Array(8).fill(bank));
    const ann = { ...NO_CORE, user_info: "Ann" };
    // A second press, and words that were typed while the first were being saved.
    await Promise.all([ann, ann].map((core) => session.longTerm.setCore(core, NO_CORE)));
    await session.longTerm.setCore({ ...NO_CORE, user_info: "Ann, a botanist" }, NO_CORE);
    expect([bank.core.user_info, shown().problem]).toEqual(["Ann, a botanist", null]);
    const tooLong = { ...NO_CORE, user_info: "Bea", instructions: "x".repeat(100) };
    await session.longTerm.setCore(tooLong, NO_CORE);
    expect(shown()).toMatchObject({ problem: { code: "core_too_long" }, core: bank.core });
    await session.longTerm.setCore({ ...tooLong, instructions: "Short." }, NO_CORE);
    expect(shown().problem).toBeNull();
    expect(bank.core).toMatchObject({ user_info: "Bea", instructions: "Short." });
    // Another tab's words were seen, and are gone again.
    bank.core = { ...NO_CORE, user_info: "Leeds" };
    await session.longTerm.setCore(NO_CORE, { ...NO_CORE, user_info: "Hull" });
    bank.core = { ...NO_CORE, user_info: "Bea" };
    await session.longTerm.setCore({ ...NO_CORE, user_info: "Leeds, too" });
    expect(shown()).toMatchObject({ problem: { code: "core_changed_elsewhere" }, core: bank.core });
  });
});
