// SPDX-License-Identifier: MIT
// Sorting by any column and filtering by name and label, on the tables that the page already has.
import { element } from "./dom";

function sortKey(row: HTMLTableRowElement, column: number): number | string {
  const cell = row.cells[column];
  const value = cell?.getAttribute("data-v");
  if (value === null || value === undefined) return cell?.textContent ?? "";
  return value === "" ? NaN : Number(value);
}

/** Numbers before text, missing last whichever way it is sorted. */
function compare(a: number | string, b: number | string, way: number): number {
  if (typeof a === "number" && typeof b === "number") {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return way * (a - b);
  }
  return way * String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(table: HTMLTableElement, column: number, way: number): void {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows].map((row, index) => ({ row, index, key: sortKey(row, column) }));
  rows.sort((a, b) => compare(a.key, b.key, way) || a.index - b.index);
  body.append(...rows.map(({ row }) => row));
}

/** Turns the header cells into buttons. */
export function makeSortable(table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  heads.forEach((head, column) => {
    const button = element("button", { type: "button", class: "sort" }, head.textContent ?? "");
    button.addEventListener("click", () => {
      const firstWay = head.classList.contains("num") && column > 0 ? -1 : 1; // figures: the largest first
      const before = head.getAttribute("aria-sort");
      const way = before === null ? firstWay : before === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
      sortBy(table, column, way);
    });
    head.replaceChildren(button);
  });
}

export interface Filter {
  text: string;
  label: string;
}

export function rowMatches(row: HTMLTableRowElement, filter: Filter): boolean {
  if (filter.label && row.getAttribute("data-label") !== filter.label) return false;
  if (!filter.text) return true;
  const name = row.querySelector("bdi")?.getAttribute("title") ?? "";
  return `${name} ${row.textContent ?? ""}`.toLowerCase().includes(filter.text.toLowerCase());
}

/** A bar with a search field and a choice of labels above the table; tells which rows match. */
export function makeFilter(table: HTMLTableElement, changed: (matches: Set<string>) => void): void {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const labels = [...new Set(rows.map((row) => row.getAttribute("data-label") ?? ""))].sort();
  const search = element("input", { type: "search", placeholder: "name, shape or reason" });
  const choice = element("select", {}, element("option", { value: "" }, "all labels"), ...labels.map((label) => element("option", { value: label }, label)));
  const count = element("span", { role: "status", class: "count" });
  const apply = (): void => {
    const matches = new Set<string>();
    for (const row of rows) {
      const keep = rowMatches(row, { text: search.value.trim(), label: choice.value });
      row.hidden = !keep;
      if (keep) matches.add(row.id);
    }
    count.textContent = matches.size === rows.length ? `${rows.length} operators` : `${matches.size} of ${rows.length} operators`;
    changed(matches);
  };
  search.addEventListener("input", apply);
  choice.addEventListener("change", apply);
  const bar = element("div", { class: "tools", role: "search" }, element("label", {}, "Filter ", search), element("label", {}, "Bound by ", choice), count);
  table.closest(".scroll")?.before(bar);
  count.textContent = `${rows.length} operators`;
}
