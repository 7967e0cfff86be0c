// SPDX-License-Identifier: MIT
// Every file of hwdb/devices against its schema, with ajv.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const Ajv = createRequire(new URL("web/package.json", root))("ajv/dist/2020");
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const check = new Ajv({ allErrors: true, strict: true, strictRequired: false, strictTypes: false }).compile(read("docs/schema/gambrel-device-1.schema.json"));
const names = readdirSync(new URL("hwdb/devices/", root), { recursive: true }).filter((name) => name.endsWith(".json"));

test("there are at least 100 devices", () => assert.ok(names.length >= 100));

test("every file follows gambrel-device-1", () => {
  for (const name of names) {
    const document = read(`hwdb/devices/${name}`);
    assert.ok(check(document), name + JSON.stringify(check.errors?.slice(0, 5), null, 1));
    assert.equal(name, `${document.vendor.toLowerCase()}/${document.id}.json`);
    const ids = new Set(document.sources.map((source) => source.id));
    for (const fact of [document.operators, ...document.facts]) for (const id of fact.sources ?? []) assert.ok(ids.has(id), `${name}: ${id}`);
  }
});

const broken = {
  "a fact without a source": (d) => delete d.facts[0].source_scope & delete d.facts[0].sources,
  "a peak without a type": (d) => delete d.facts[0].dtype,
  "an unknown kind": (d) => (d.facts[0].kind = "guess"),
  "a value of zero": (d) => (d.facts[0].value = 0),
  "a null without a note": (d) => (d.facts[0].value = null),
  "a price": (d) => d.facts.push({ what: "price", value: 1, unit: "usd", kind: "assumed", confidence: "low", source_scope: "device" }),
};
for (const [what, spoil] of Object.entries(broken))
  test(`${what} is refused`, () => {
    const document = read("hwdb/devices/nvidia/nvidia-t4.json");
    spoil(document);
    assert.ok(!check(document));
  });

const tables = readdirSync(new URL("hwdb/tables/", root)).filter((name) => name.endsWith(".json"));
const checkTable = new Ajv({ allErrors: true, strict: true }).compile(read("docs/schema/gambrel-table-1.schema.json"));

for (const name of tables)
  test(`${name} follows gambrel-table-1`, () => {
    const document = read(`hwdb/tables/${name}`);
    assert.ok(checkTable(document), JSON.stringify(checkTable.errors?.slice(0, 5), null, 1));
    assert.equal(`${document.id}.json`, name);
  });
