// SPDX-License-Identifier: MIT
// The page in a browser: what it looks like at 400, 1000 and 1800 pixels, light and dark, live and static, printed.
// SHOTS names a folder for pictures, to be looked at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openPage, pageFile, withBrowser } from "./browser.mjs";
import { foreignElements, lowContrast, overflow, overlappingLabels, unnamed } from "./inspect.mjs";

const CASES = ["one", "twenty", "two-hundred", "hostile", "empty", "extreme", "compare", "compare-hostile", "compare-empty"];
const SMALL = ["one", "empty", "extreme", "compare", "compare-hostile", "compare-empty"];
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

async function inspect(browser, folder, name, view) {
  const file = pageFile(folder, name, view.script);
  const { page, events, close } = await openPage(browser, file, view);
  const label = `${name} ${view.width} ${view.colorScheme} ${view.script ? "live" : "static"}`;
  if (view.script) await page.waitForFunction(() => !document.querySelector("figure.roofline") || document.querySelector("svg.live"));
  assert.ok((await page.evaluate(overflow)) <= 0, `${label}: wider than the window`);
  assert.deepEqual(await page.evaluate(foreignElements), [], label);
  assert.deepEqual(await page.evaluate(lowContrast), [], `${label}: contrast`);
  assert.deepEqual(await page.evaluate(overlappingLabels), [], `${label}: labels`);
  assert.deepEqual(await page.evaluate(unnamed), [], `${label}: names for screen readers`);
  assert.deepEqual(events, [], label);
  if (shots) await page.screenshot({ path: join(shots, `${label.replaceAll(" ", "-")}.png`), fullPage: name !== "two-hundred" });
  await close();
}

/** Live at every width and scheme, static at every width; the small cases at the ends only. */
function views(name) {
  const all = [400, 1000, 1800].flatMap((width) => [
    { width, colorScheme: "light", script: true },
    { width, colorScheme: "dark", script: true },
    { width, colorScheme: width === 1000 ? "dark" : "light", script: false },
  ]);
  return SMALL.includes(name) ? all.filter(({ width, colorScheme }) => width === 400 || (width === 1800 && colorScheme === "light")) : all;
}

for (const name of CASES)
  test(`${name}: at three widths, light and dark, live and static`, () =>
    withBrowser(async (browser, folder) => {
      for (const view of views(name)) await inspect(browser, folder, name, view);
    }));

test("without JavaScript the live page shows what the static one shows", () =>
  withBrowser(async (browser, folder) => {
    const { page, events, close } = await openPage(browser, pageFile(folder, "twenty", true), { javaScript: false });
    assert.equal(await page.locator("#ranked tbody tr").count(), 20);
    assert.ok(await page.locator("svg.plot.wide").first().isVisible());
    assert.equal(await page.locator("svg.live").count(), 0);
    assert.deepEqual(events, []);
    await close();
  }));

test("printed, it keeps the static figures and leaves the tools out", () =>
  withBrowser(async (browser, folder) => {
    const { page, close } = await openPage(browser, pageFile(folder, "twenty", true));
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("svg.plot.wide").first().isVisible());
    assert.ok(!(await page.locator(".tools").first().isVisible()));
    assert.ok(!(await page.locator("svg.live").first().isVisible()));
    const pdf = await page.pdf({ format: "A4", ...(shots ? { path: join(shots, "twenty.pdf") } : {}) });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    assert.ok(pdf.length > 20000);
    await close();
  }));
