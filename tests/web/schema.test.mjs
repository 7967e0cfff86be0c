// SPDX-License-Identifier: MIT
// Every JSON document against its schema, with ajv. Run by ctest: RENDER_FIXTURE writes known documents, GAMBREL is the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = new URL("../../", import.meta.url);
const Ajv = createRequire(new URL("web/package.json", root))("ajv/dist/2020");

function schemaOf(name) {
  return JSON.parse(readFileSync(new URL(`docs/schema/${name}.schema.json`, root), "utf8"));
}

/** The schema with no other keys than it names: the published one lets later versions add some. */
function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (copy.required && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

function render(name) {
  return JSON.parse(execFileSync(process.env.RENDER_FIXTURE, [name, "json"], { maxBuffer: 1 << 28 }));
}

function validator(schema) {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  return ajv.compile(schema);
}

const CASES = {
  "gambrel-report-1": ["one", "twenty", "two-hundred", "hostile", "empty", "extreme", "ranks", "devices-apart"],
  "gambrel-doctor-1": ["doctor"],
  "gambrel-devices-1": ["devices"],
  "gambrel-runs-1": ["runs"],
  "gambrel-plan-1": ["plan"],
  "gambrel-gate-1": ["gate"],
  "gambrel-cost-1": ["cost", "cost-no-price", "cost-hostile", "cost-empty"],
  "gambrel-compare-1": ["compare", "compare-machines", "compare-hostile", "compare-empty"],
};

for (const [name, documents] of Object.entries(CASES))
  for (const document of documents)
    test(`${document} follows ${name}`, () => {
      const check = validator(closed(schemaOf(name)));
      assert.ok(check(render(document)), JSON.stringify(check.errors?.slice(0, 5), null, 1));
    });

// What the program itself prints, on whatever machine this is.
const folder = mkdtempSync(join(tmpdir(), "gambrel-schema-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const fixedRun = new URL("tests/reports/fixed_run.json", root).pathname;
const OWN = {
  "gambrel-report-1": ["report", fixedRun, "--json"],
  "gambrel-doctor-1": ["doctor", "--json"],
  "gambrel-devices-1": ["devices", "--json"],
  "gambrel-plan-1": ["run", "--dry-run", "--json"],
  "gambrel-runs-1": ["db", "list", "--json"],
  "gambrel-cost-1": ["advise", fixedRun, "--json"],
  "gambrel-compare-1": ["compare", fixedRun, fixedRun, "--json"],
  "gambrel-trend-1": ["gate", "trend", "--json"],
  "gambrel-reviews-1": ["gate", "review", "--json"],
  "gambrel-baselines-1": ["gate", "accept", "--list", "--json"],
  "gambrel-gate-1": ["gate", "baseline", "--against", fixedRun, fixedRun, "--advisory", "--json"],
};

for (const [name, command] of Object.entries(OWN))
  test(`gambrel ${command[0]} follows ${name}`, () => {
    const db = ["--db", join(folder, "x.db")];
    execFileSync(process.env.GAMBREL, ["db", "import", fixedRun, "-q", ...db]);
    const document = JSON.parse(execFileSync(process.env.GAMBREL, [...command, ...db], { maxBuffer: 1 << 28 }));
    const check = validator(closed(schemaOf(name)));
    assert.ok(check(document), JSON.stringify(check.errors?.slice(0, 5), null, 1));
  });

/** Paths of every object key in a document, one array element standing for all. */
function paths(node, at = []) {
  if (Array.isArray(node)) return node.length ? paths(node[0], [...at, 0]) : [];
  if (node === null || typeof node !== "object") return [];
  return Object.keys(node).flatMap((key) => [[...at, key], ...paths(node[key], [...at, key])]);
}

test("a report without one of its keys is refused", () => {
  const check = validator(schemaOf("gambrel-report-1"));
  const whole = render("twenty");
  const free = /^(conditions,environment|operators,0,(resource_times_ns|elasticity),(memory|network)),/; // names from the run
  let tried = 0;
  for (const path of paths(whole)) {
    if (free.test(`${path.join(",")},`) && path.length > (path[0] === "conditions" ? 2 : 4)) continue;
    const copy = structuredClone(whole);
    const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
    delete parent[path.at(-1)];
    assert.ok(!check(copy), `still valid without ${path.join(".")}`);
    tried++;
  }
  assert.ok(tried > 100, `${tried} keys tried`);
});

test("impossible values are refused", () => {
  const check = validator(schemaOf("gambrel-report-1"));
  const spoil = [
    (r) => (r.operators[0].bound.label = "slow"),
    (r) => (r.operators[0].bound.confidence = 1.2),
    (r) => (r.operators[0].time_ns.median = "26 ms"),
    (r) => (r.operators[0].roof_share.ci = [1]),
    (r) => (r.operators[0].roof_share.source = "guess"),
    (r) => (r.run.seed = 42),
    (r) => (r.devices[0].ceilings[0].kind = "roof"),
    (r) => (r.schema = "gambrel-report/2"),
  ];
  for (const change of spoil) {
    const report = render("one");
    change(report);
    assert.ok(!check(report), String(change));
  }
});

test("a report with devices holds what gambrel-cost-1 describes", () => {
  const named = ["--device", "here", "--device", "nvidia-l4", "--device", "hailo-8"];
  const report = JSON.parse(execFileSync(process.env.GAMBREL, ["report", fixedRun, ...named, "--json"], { maxBuffer: 1 << 28 }));
  assert.ok(validator(closed(schemaOf("gambrel-report-1")))(report));
  const check = validator(closed(schemaOf("gambrel-cost-1")));
  assert.ok(check(report.elsewhere), JSON.stringify(check.errors?.slice(0, 5), null, 1));
  const there = report.elsewhere.devices.find((d) => d.id === "nvidia-l4");
  assert.equal(there.projection.length, report.operators.filter((o) => o.best).length);
  assert.ok(there.projection.some((p) => p.there_ns.value !== null));
});
