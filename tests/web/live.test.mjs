// SPDX-License-Identifier: MIT
// What the script adds: details, keyboard, zoom, level, sorting, filtering.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, pageFile, withBrowser } from "./browser.mjs";

function live(name, work) {
  return () =>
    withBrowser(async (browser, folder) => {
      const { page, events, close } = await openPage(browser, pageFile(folder, name, true));
      await page.waitForSelector("svg.live .pt");
      await work(page);
      assert.deepEqual(events, []);
      await close();
    });
}

const numbers = (page) => page.locator("#ranked tbody tr:visible > td:first-child").allTextContents();

test("the chart shows every point of the table", live("twenty", async (page) => {
  assert.equal(await page.locator("svg.live [data-op]").count(), 20);
}));

test("Tab and arrow keys reach points, Enter their rows", live("twenty", async (page) => {
  await page.locator('svg.live [data-op="1"]').focus();
  assert.match(await page.locator(".details").textContent(), /^1 attention prefill 1024: 26\.2 ms/);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".details").textContent(), /^2 mlp up: 65\.3 ms.*compute-bound/);
  await page.keyboard.press("Enter");
  assert.ok(page.url().endsWith("#op-2"));
}));

test("hovering shows a point's figures", live("twenty", async (page) => {
  await page.locator('svg.live [data-op="7"]').hover();
  assert.match(await page.locator(".details").textContent(), /^7 add residual/);
}));

test("the first focus goes to the table", live("one", async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
}));

test("zooming moves points apart and back", live("twenty", async (page) => {
  const place = () => page.locator('svg.live [data-op="9"]').getAttribute("transform");
  const before = await place();
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.notEqual(await place(), before);
  await page.getByRole("button", { name: "Show all" }).click();
  assert.equal(await place(), before);
}));

test("the level changes the intensity", live("twenty", async (page) => {
  const choice = page.locator("figure.roofline select");
  assert.ok((await choice.locator("option").count()) >= 3);
  await choice.selectOption("DRAM");
  const shown = await page.locator("svg.live [data-op]").count();
  assert.ok(shown > 0 && shown < 20, `${shown} have bytes at DRAM`);
}));

test("columns sort, missing figures last either way", live("hostile", async (page) => {
  await page.locator("#ranked").getByRole("button", { name: "Gain" }).click();
  const down = await numbers(page);
  assert.equal(await page.locator("#ranked th[aria-sort]").getAttribute("aria-sort"), "descending");
  await page.locator("#ranked").getByRole("button", { name: "Gain" }).click();
  const up = await numbers(page);
  assert.equal(down.at(-1), "17"); // its gain is not known
  assert.equal(up.at(-1), "17");
  assert.deepEqual(up.slice(0, -1), down.slice(0, -1).reverse());
}));

test("the filter hides rows and fades points", live("twenty", async (page) => {
  await page.getByLabel("Filter").fill("gemm square");
  assert.equal((await numbers(page)).length, 3);
  assert.equal(await page.locator("svg.live .dim").count(), 17);
  assert.match(await page.locator(".count").textContent(), /^3 of 20/);
  await page.getByLabel("Filter").fill("");
  await page.getByLabel("Bound by").selectOption("overhead-bound");
  assert.deepEqual(await numbers(page), ["20"]);
}));
