/** What can be told of how the page is seen. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type TestInfo } from "@playwright/test";

/** What axe finds serious, or worse. */
export async function seriousIssues(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** CSS pixels that the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** On a desk and on a phone: nothing serious and nothing too wide, in either colour scheme. Takes screenshots, for eyes. */
export async function looksRight(
  page: Page,
  info: TestInfo,
  name: string,
  widths: readonly number[] = [390, 1280],
): Promise<void> {
  for (const width of widths) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const guise = `${name}-${width}-${colorScheme}`;
      expect(await seriousIssues(page), guise).toEqual([]);
      expect(await overflow(page), guise).toBeLessThanOrEqual(0);
      await page.screenshot({ path: info.outputPath(`${guise}.png`), fullPage: true });
    }
  }
}
