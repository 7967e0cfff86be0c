// SPDX-License-Identifier: MIT
// Functions that run inside the page.

/** Pixels by which the page is wider than the window. */
export function overflow() {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Texts whose contrast with what lies behind them is below 4.5 (WCAG 2, AA). */
export function lowContrast() {
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest("script, .skip, option, title, desc")) continue;
    const style = getComputedStyle(element);
    const isSvg = element.namespaceURI.endsWith("svg");
    let behind = backgroundOf(element);
    if (element.classList.contains("in")) behind = parse(getComputedStyle(element.parentElement.querySelector("rect")).fill);
    const front = luminance(parse(isSvg ? style.fill : style.color));
    const back = luminance(behind);
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} "${element.textContent.trim().slice(0, 30)}" <${element.tagName} class=${element.getAttribute("class")}>`);
  }
  return found;
}

/** Pairs of labels of points that cover each other, by the real font. */
export function overlappingLabels() {
  const found = [];
  for (const svg of document.querySelectorAll("svg.plot")) {
    if (!svg.getClientRects().length) continue;
    const labels = [...svg.querySelectorAll(".pl, .pn")].map((text) => ({ text: text.textContent, box: text.getBBox() }));
    labels.forEach((a, i) =>
      labels.slice(i + 1).forEach((b) => {
        const x = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
        const y = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y);
        if (x > 2 && y > 3.5) found.push(`"${a.text}" and "${b.text}" by ${x.toFixed(1)} x ${y.toFixed(1)}`); // boxes hold ascent and descent
      }),
    );
  }
  return found;
}

/** Elements that only markup from data could have made. */
export function foreignElements() {
  return [...document.querySelectorAll("img, iframe, object, embed, form, link, [onerror], [onclick], [style]:not(svg *)")]
    .map((element) => element.outerHTML.slice(0, 80))
    .concat(document.querySelectorAll("script").length > 2 ? ["more scripts than the page's own"] : []);
}

/** Tables and controls that a screen reader could not name. */
export function unnamed() {
  const bad = [...document.querySelectorAll("table")].filter((table) => !table.caption?.textContent.trim() || !table.querySelector("th[scope=col]"));
  const controls = [...document.querySelectorAll("input, select, button, a")].filter(
    (control) => !(control.getAttribute("aria-label") || control.textContent.trim() || control.closest("label")?.textContent.trim()),
  );
  const regions = [...document.querySelectorAll("[aria-labelledby]")].filter((element) =>
    element.getAttribute("aria-labelledby").split(" ").some((id) => !document.getElementById(id)),
  );
  return [...bad, ...controls, ...regions].map((element) => element.outerHTML.slice(0, 80));
}
