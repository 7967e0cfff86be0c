// SPDX-License-Identifier: MIT
// Bundles src/main.ts into one classic script: node bundle.mjs OUT.js. The build embeds it, so the text may hold no "</script".
import { build } from "esbuild";
import { readFileSync } from "node:fs";

const out = process.argv[2];
if (!out) {
  console.error("usage: node bundle.mjs OUT.js");
  process.exit(2);
}
await build({
  entryPoints: [new URL("src/main.ts", import.meta.url).pathname],
  outfile: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  charset: "ascii",
  legalComments: "none",
  banner: { js: "/* Gambrel (MIT); d3 (ISC), Mike Bostock */" },
});
if (/<\/script|<!--/i.test(readFileSync(out, "utf8"))) {
  console.error(`${out}: holds text that would end the script element`);
  process.exit(1);
}
