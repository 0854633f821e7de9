// Small drawings as SVG.
import { drawing } from "./dom.js";

const WIDTH = 240;
const HEIGHT = 70;
const MOST_BARS = 8;

/** How a column is spread: bars for levels, bins for numbers. The outline is what it is compared with. */
export function histogram(column) {
  return column.labels.length > 0 ? bars(column) : bins(column);
}

function frame(kind, label, height, ...children) {
  return drawing("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: kind, role: "img", "aria-label": label }, children);
}

function percent(share) {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function bins(column) {
  const most = Math.max(1e-9, ...column.shares, ...(column.before ?? []));
  const width = WIDTH / Math.max(1, column.shares.length);
  const place = (share, i, extra) => drawing("rect", {
    x: i * width, width: Math.max(0.5, width - 1), y: HEIGHT * (1 - share / most), height: HEIGHT * share / most, ...extra });
  return frame("histogram", `${column.name}: from ${column.left} to ${column.right}`, HEIGHT + 14,
    column.shares.map((share, i) => place(share, i, {})),
    (column.before ?? []).map((share, i) => place(share, i, { class: "before" })),
    drawing("text", { x: 0, y: HEIGHT + 12, class: "muted" }, column.left),
    drawing("text", { x: WIDTH, y: HEIGHT + 12, "text-anchor": "end", class: "muted" }, column.right));
}

function bars(column) {
  const line = 17;
  const order = column.labels.map((label, i) => i);
  const shown = order.slice(0, MOST_BARS);
  const most = Math.max(1e-9, ...column.shares, ...(column.before ?? []));
  const width = (share) => 110 * share / most;
  const short = (label) => (label.length > 13 ? label.slice(0, 12) + "…" : label);
  const more = order.length - shown.length;
  return frame("histogram", `${column.name}: ${shown.map((i) => `${column.labels[i]} ${percent(column.shares[i])}`).join(", ")}`,
    shown.length * line + (more > 0 ? line : 4),
    shown.flatMap((i) => [
      drawing("text", { x: 0, y: i * line + 12 }, short(column.labels[i])),
      drawing("rect", { x: 88, y: i * line + 2, width: width(column.shares[i]), height: 12 }),
      column.before && drawing("rect", { x: 88, y: i * line + 2, width: width(column.before[i]), height: 12, class: "before" }),
      drawing("text", { x: WIDTH, y: i * line + 12, "text-anchor": "end", class: "muted" }, percent(column.shares[i])),
    ]),
    more > 0 && drawing("text", { x: 0, y: shown.length * line + 12, class: "muted" }, `and ${more} more`));
}

/** The loss over the steps. */
export function curve(points) {
  if (points.length < 2) return null;
  const width = 480;
  const height = 120;
  // The first steps fall so far that they would hide the rest.
  const kept = points.length > 8 ? points.slice(Math.floor(points.length / 12)) : points;
  const least = Math.min(...kept.map((point) => point.loss));
  const most = Math.max(...kept.map((point) => point.loss));
  const first = kept[0].step;
  const last = kept[kept.length - 1].step;
  const path = kept.map((point, i) => `${i ? "L" : "M"}${((point.step - first) / Math.max(1, last - first) * width).toFixed(1)} ${
    (4 + (most - point.loss) / Math.max(1e-9, most - least) * (height - 8)).toFixed(1)}`).join("");
  return drawing("svg", { viewBox: `0 0 ${width} ${height + 16}`, class: "curve", role: "img",
    "aria-label": `Loss from ${most.toFixed(3)} down to ${least.toFixed(3)}` },
    drawing("path", { d: path }),
    drawing("text", { x: 0, y: height + 13, class: "muted" }, `step ${first}: ${kept[0].loss.toFixed(3)}`),
    drawing("text", { x: width, y: height + 13, "text-anchor": "end", class: "muted" },
      `step ${last}: ${kept[kept.length - 1].loss.toFixed(3)}`));
}
