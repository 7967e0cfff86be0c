// SPDX-License-Identifier: MIT
// A page of a known report in Chromium, and what the tests ask of it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

const ARGUMENTS = [
  "--no-sandbox", // root in a container has none
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The page of a fixture as a file; with the bundle when `script`. */
export function pageFile(folder, name, script) {
  const path = join(folder, `${name}-${script ? "live" : "static"}.html`);
  const more = script ? ["0", "plain", process.env.PAGE_SCRIPT] : [];
  writeFileSync(path, execFileSync(process.env.RENDER_FIXTURE, [name, "html", ...more], { maxBuffer: 1 << 28 }));
  return path;
}

let started; // one browser for all tests of a file; what they share ends there, as every page has a context of its own
after(async () => (await started)?.close());

/** Runs `work(browser, folder)` with a folder of its own. */
export async function withBrowser(work) {
  started ??= chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ARGUMENTS });
  const folder = mkdtempSync(join(tmpdir(), "gambrel-page-"));
  try {
    await work(await started, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens a file; `events` collects what a page must not do: errors, dialogs, requests. */
export async function openPage(browser, file, { width = 1000, colorScheme = "light", javaScript = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: javaScript });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const events = [];
  page.on("console", (message) => events.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => events.push(`error: ${error}`));
  page.on("dialog", (dialog) => (events.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => request.url() !== url && events.push(`request: ${request.url()}`));
  await page.goto(url);
  return { page, events, close: () => context.close() };
}
