// SPDX-License-Identifier: MIT
// Elements are made from text only, never from markup: names in a report may hold anything.

export type Attributes = Record<string, string>;

/** A new HTML element with attributes and children; strings become text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
