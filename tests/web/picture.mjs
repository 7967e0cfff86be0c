// SPDX-License-Identifier: MIT
// The top of a report's page as a picture for the README: node tests/web/picture.mjs report.html docs/report.png
import { pathToFileURL } from "node:url";
import { withBrowser } from "./browser.mjs";

const [page, picture] = process.argv.slice(2);
if (!picture) {
  console.error("usage: node tests/web/picture.mjs PAGE.html PICTURE.png");
  process.exit(2);
}
process.env.CHROMIUM ??= "/usr/bin/chromium";
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 1000 } });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page).href);
  await tab.locator("#roofline").scrollIntoViewIfNeeded();
  const top = (await tab.locator("#roofline").boundingBox()).y;
  const below = await tab.locator("#ranked tbody tr").nth(2).boundingBox();
  const y = Math.max(0, Math.round(top + (await tab.evaluate(() => scrollY))));
  const end = Math.round((below ? below.y + below.height : top + 900) + (await tab.evaluate(() => scrollY)));
  await tab.screenshot({ path: picture, fullPage: true, clip: { x: 0, y, width: 1100, height: end - y } });
});
