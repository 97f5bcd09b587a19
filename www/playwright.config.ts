import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";

// The workers read this file as well: the port is chosen once and handed on.
process.env.PAGE_PORT ??= String(await freePort());
const address = `http://localhost:${process.env.PAGE_PORT}/`;

const ALONE = "typing.spec.ts";

export default defineConfig({
  testDir: "tests/page",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 2,
  // Two pages at once read on two cores: each takes half as long again.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that passes at the second try is told as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    baseURL: address,
    locale: "en-US",
    // Requests that a service worker passes on are out of a test's sight; one file tests it.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // What measures the page's thread has the machine for itself.
    { name: "alone", testMatch: ALONE },
    { name: "side by side", testIgnore: ALONE, dependencies: ["alone"] },
  ],
  webServer: {
    command: `npx vite preview --port ${process.env.PAGE_PORT} --strictPort`,
    url: address,
    reuseExistingServer: false,
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
