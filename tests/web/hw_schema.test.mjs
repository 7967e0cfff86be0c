// SPDX-License-Identifier: MIT
// What `gambrel hw` and `gambrel whatif` print against their schemas, with ajv.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const Ajv = createRequire(new URL("web/package.json", root))("ajv/dist/2020");
const schemaOf = (name) => JSON.parse(readFileSync(new URL(`docs/schema/${name}.schema.json`, root), "utf8"));

/** The schema with no other keys than it names: the published one lets later versions add some. */
function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (copy.required && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

const run = (...args) => JSON.parse(execFileSync(process.env.GAMBREL, args, { maxBuffer: 1 << 28, cwd: root.pathname, env: { ...process.env, HOME: "/nonexistent" } }));

const CASES = {
  "gambrel-hw-1": [
    ["hw", "list", "--json"],
    ["hw", "list", "--json", "--family", "photonic"],
    ["hw", "show", "--json", "h100-sxm", "mi250x", "passage"],
    ["hw", "check", "--json"],
    ["hw", "tables", "--json"],
  ],
  "gambrel-whatif-1": [
    ["whatif", "tests/reports/fixed_run.json", "--json", "mem=x2"],
    ["whatif", "tests/reports/fixed_run.json", "--json", "device=h100-sxm", "--claim", "3"],
    ["whatif", "tests/reports/fixed_run.json", "--json", "offload=nvidia-l4"],
    ["whatif", "tests/reports/fixed_run.json", "--json", "--backtest", "tests/reports/fixed_run.json"],
    ["whatif", "tests/cli/whatif/gpt-175b.json", "--json", "tp=4", "zero=1"],
    ["whatif", "tests/cli/whatif/llama-2-13b.json", "--json", "weights=int4:128"],
  ],
};

for (const [name, commands] of Object.entries(CASES)) {
  const check = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(closed(schemaOf(name)));
  for (const args of commands)
    test(`${args.join(" ")} follows ${name}`, () => assert.ok(check(run(...args)), JSON.stringify(check.errors?.slice(0, 5), null, 1)));
}

test("a device without its sources is refused", () => {
  const check = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schemaOf("gambrel-hw-1"));
  const document = run("hw", "show", "--json", "nvidia-t4");
  delete document.devices[0].facts[0].sources;
  assert.ok(!check(document));
});

const checkModel = new Ajv({ allErrors: true, strict: true }).compile(schemaOf("gambrel-transformer-1"));
for (const name of ["gpt-175b", "llama-2-13b", "morphlux"])
  test(`${name}.json follows gambrel-transformer-1`, () => {
    const document = JSON.parse(readFileSync(new URL(`tests/cli/whatif/${name}.json`, root), "utf8"));
    assert.ok(checkModel(document), JSON.stringify(checkModel.errors?.slice(0, 5), null, 1));
  });
