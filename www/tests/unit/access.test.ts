import { describe, expect, it } from "vitest";
import type { Deployment } from "../../src/bank/deployment.ts";
import { askAgain, FakeBank, RefusedBank, sessionAt, sessionIn, sessionOver } from "./sessions.ts";

const SITE: Deployment = {
  llm: { provider: "deepseek" },
  search: { address: "" },
  reader: null,
  proxy: "https://bank.example/proxy?url=",
};

/** What stands before a session of this choice. */
function enter({ session }: ReturnType<typeof sessionAt>, accessToken: string) {
  const { chosen } = session;
  chosen.choose({ ...chosen.choice, accessToken });
}

/** PL-02: a deployment's page asks the site's model for whoever has a token. */
describe("a visitor of a deployment (PL-02)", () => {
  it("has the site's model chosen, and is told where the token is missing", async () => {
    const bank = new FakeBank("a", "ready");
    const at = sessionAt(SITE, null, bank);
    expect(at.store.state.languageModel).toMatchObject({ name: "DeepSeek", isThroughSite: true });
    await at.ask("a");
    expect(at.store.state.tokenProblem).toMatchObject({
      token: "accessToken",
      code: "token_missing",
    });
    expect(at.store.state).toMatchObject({ phase: "idle", problem: null });
    expect(bank.asked).toHaveLength(0);
  });

  it("is told of the token until it is changed", async () => {
    const at = sessionAt(SITE, null, new FakeBank("a", "ready"));
    await at.ask("a");
    enter(at, "t0ken");
    expect(at.store.state.tokenProblem).toBeNull();
    await at.ask("a");
    expect(at.store.state).toMatchObject({ tokenProblem: null, keptRun: "a-1" });
    expect(at.openedWith[0]?.proxy).toEqual({ address: SITE.proxy, llm: true, token: "t0ken" });
    expect(JSON.stringify(at.store.state)).not.toContain("t0ken");
  });

  it("is told at the field that the site does not know the token, and goes on with another", async () => {
    const [first, second] = [new RefusedBank("a", "ready"), new FakeBank("b", "ready")];
    const at = sessionAt(SITE, "token_unknown", first, second);
    enter(at, "wrong");
    await at.ask("stopped");
    expect(at.store.state).toMatchObject({
      problem: null,
      tokenProblem: { token: "accessToken", code: "token_unknown" },
      termination: "error",
      canGoOn: true,
    });
    enter(at, "right");
    await at.session.goOn();
    expect(second.resumed).toHaveLength(1);
    expect(at.store.state.tokenProblem).toBeNull();
  });

  it("is told apart from a site whose own key is refused", async () => {
    const at = sessionAt(SITE, null, new RefusedBank("a", "ready"));
    enter(at, "t0ken");
    await at.ask("a");
    expect(at.store.state).toMatchObject({
      problem: { code: "site_refused" },
      tokenProblem: null,
    });
  });

  it("goes on with nothing, and asks no more, without a token", async () => {
    const bank = new FakeBank("a", "ready");
    const at = sessionAt(SITE, null, bank);
    enter(at, "t0ken");
    await at.ask("stopped");
    enter(at, "");
    await at.session.goOn();
    await askAgain(at.session, at.store, "And?");
    expect(at.store.state.tokenProblem?.code).toBe("token_missing");
    expect([bank.resumed.length, bank.asked.length]).toEqual([0, 1]);
  });

  it("is not asked for a token without a model, or with one of their own", async () => {
    const at = sessionAt(SITE, null, new FakeBank("a", "ready"), new FakeBank("b", "ready"));
    const { chosen } = at.session;
    chosen.choose({ ...chosen.choice, provider: "none" });
    await at.ask("a");
    expect(at.store.state).toMatchObject({ keptRun: "a-1", tokenProblem: null });
    expect(at.openedWith[0]).not.toHaveProperty("proxy");
    chosen.choose({ ...chosen.choice, provider: "ollama", model: "m" });
    await at.ask("b");
    expect(at.store.state).toMatchObject({ keptRun: "b-1", tokenProblem: null });
  });

  it("has the token on this device only where that is wished", () => {
    const held = new Map<string, string>();
    const device = {
      getItem: (name: string) => held.get(name) ?? null,
      setItem: (name: string, text: string) => void held.set(name, text),
      removeItem: (name: string) => void held.delete(name),
    };
    const place = { openRuns: () => Promise.reject(new Error("none")), hasRuns: false };
    const at = sessionIn({ ...place, site: SITE, device });
    enter(at, "t0ken");
    expect(held.size).toBe(0);
    at.session.chosen.remember();
    expect([...held.values()].join()).toContain("t0ken");
    const again = sessionIn({ ...place, site: SITE, device });
    expect(again.session.chosen.choice).toMatchObject({
      provider: "deployment",
      accessToken: "t0ken",
    });
    again.session.chosen.forget();
    expect(again.session.chosen.choice).toMatchObject({ provider: "deployment", accessToken: "" });
    expect(held.size).toBe(0);
  });
});

/** MB-21: a proxy's token, too, is told of at its field. */
describe("a visitor with a proxy of their own (MB-21)", () => {
  it("is told of a key that the endpoint refused as before", async () => {
    const { store, session, ask } = sessionOver(new RefusedBank("a", "ready"));
    const { chosen } = session;
    chosen.choose({ ...chosen.choice, provider: "openai", model: "m", key: "k" });
    await ask("a");
    expect(store.state).toMatchObject({
      problem: { code: "llm_unauthorized" },
      tokenProblem: null,
    });
  });
});
