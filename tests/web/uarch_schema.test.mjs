// SPDX-License-Identifier: MIT
// Every file of hwdb/uarch against its schema, with ajv.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const Ajv = createRequire(new URL("web/package.json", root))("ajv/dist/2020");
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const check = new Ajv({ allErrors: true, strict: true }).compile(read("docs/schema/gambrel-uarch-1.schema.json"));
const names = readdirSync(new URL("hwdb/uarch/", root)).filter((name) => name.endsWith(".json"));

for (const name of names)
  test(`${name} follows gambrel-uarch-1`, () => {
    const document = read(`hwdb/uarch/${name}`);
    assert.ok(check(document), JSON.stringify(check.errors?.slice(0, 5), null, 1));
    assert.equal(`${document.id}.json`, name);
    for (const row of [...document.flop, ...document.bytes]) assert.ok(row.source in document.sources, `${name}: ${row.source}`);
  });

test("a number without a source is refused", () => {
  const document = read("hwdb/uarch/skylake-sp.json");
  delete document.flop[0].source;
  assert.ok(!check(document));
});

test("no model is listed twice for one kind of core", () => {
  const seen = new Map();
  for (const name of names)
    for (const { vendor, family, models, core } of read(`hwdb/uarch/${name}`).match)
      for (const model of models) {
        const key = [vendor, family, model, core ?? "any"].join("/");
        assert.ok(!seen.has(key), `${key} in ${seen.get(key)} and ${name}`);
        seen.set(key, name);
      }
});
