// SPDX-License-Identifier: MIT
// Exports of runs against the schema of gambrel-run/1, with ajv, and files that both schema and import must refuse. Run by ctest:
// GAMBREL names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = new URL("../../", import.meta.url);
const Ajv = createRequire(new URL("web/package.json", root))("ajv/dist/2020");
const schema = JSON.parse(readFileSync(new URL("docs/schema/gambrel-run-1.schema.json", root), "utf8"));
const check = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
const corpus = new URL("tests/fuzz/corpus/run_json/", root);
const files = readdirSync(corpus).filter((name) => /^(small|generated|least)/.test(name));
const folder = mkdtempSync(join(tmpdir(), "gam-schema-"));
after(() => rmSync(folder, { recursive: true }));

function gambrel(args, input) {
  return spawnSync(process.env.GAMBREL, ["db", ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
}

function exported(name) {
  const database = join(folder, `${name}.db`);
  const done = gambrel(["import", "-", "--db", database, "--json"], readFileSync(new URL(name, corpus)));
  assert.equal(done.status, 0, done.stderr);
  const run = gambrel(["export", JSON.parse(done.stdout)[0].uuid, "--db", database]);
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}

assert.ok(files.length > 3);
for (const name of files)
  test(`the export of ${name} follows the schema`, () => {
    assert.ok(check(exported(name)), JSON.stringify(check.errors?.slice(0, 5), null, 1));
  });

test("schema and import refuse the same", () => {
  const spoil = [
    (r) => (r.schema = "gambrel-run/2"),
    (r) => delete r.run,
    (r) => delete r.run.uuid,
    (r) => (r.run.seed = 1),
    (r) => (r.run.seed = "01"),
    (r) => (r.run.purpose = "walk"),
    (r) => (r.run.started = "yesterday"),
    (r) => (r.run.threads = 2 ** 53),
    (r) => (r.run.threads = 1.5),
    (r) => (r.run.colour = "red"),
    (r) => (r.runs = []),
    (r) => (r.sample[0].duration_ns = null),
    (r) => (r.sample[0].measurement = -1),
    (r) => (r.sample = {}),
    (r) => (r.roofs = { schema: "gambrel-run/1" }),
  ];
  for (const change of spoil) {
    const run = exported("small_1.json");
    change(run);
    assert.ok(!check(run), `the schema accepts ${change}`);
    const done = gambrel(["import", "-", "--db", join(folder, "spoilt.db")], JSON.stringify(run));
    assert.equal(done.status, 1, `import accepts ${change}`);
    assert.match(done.stderr, /^gambrel: standard input: /);
  }
});
