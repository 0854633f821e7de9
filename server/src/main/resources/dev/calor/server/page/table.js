// A table: its columns, what they were taken for, and learning from it.
import { choice, complaint, element, field, guarded, rowsTable, say, show, span } from "./dom.js";
import { get, send } from "./api.js";
import { histogram } from "./chart.js";

const TYPES = ["numeric", "integer", "categorical", "ordinal", "cyclic", "boolean", "datetime", "identifier", "constant"];
const PRESETS = {
  fast: "Good for a first look.",
  balanced: "What most tables deserve.",
  best: "The closest to the real rows.",
};

export async function table(place, id) {
  const [about, view] = await Promise.all([get(`/api/tables/${id}`), get(`/api/tables/${id}/columns`)]);
  const columns = element("ul", { class: "columns" });
  const draw = (now) => {
    show(columns, now.schema.columns.map((column, k) => card(id, column, now.columns[k], draw)));
    say("The schema fits all rows.");
  };
  show(columns, view.schema.columns.map((column, k) => card(id, column, view.columns[k], draw)));
  show(place,
    element("h1", {}, about.name),
    element("p", {}, `${about.rows.toLocaleString("en")} rows, ${about.columns} columns.`),
    learn(id),
    element("section", {}, element("h2", {}, "Columns"),
      element("p", { class: "note" }, "What each column was taken for, and why. A change is checked against every row at once."), columns),
    element("section", {}, element("h2", {}, "First rows"),
      rowsTable("The first rows of the table", view.schema.columns.map((column) => column.name), view.rows)));
  return null;
}

/** One column, with controls to see it otherwise. */
function card(id, column, spread, draw) {
  const errors = complaint();
  const change = async (body) => draw(await send("PATCH", `/api/tables/${id}/schema`, { column: column.name, ...body }));
  const format = element("input", { value: column.format ?? "yyyy-MM-dd" });
  const formatField = element("div", { hidden: column.type !== "datetime" }, field(`Date format of ${column.name}`, format));
  const type = choice(TYPES, column.type, { change: () => {
    formatField.hidden = type.value !== "datetime";
    apply();
  } });
  const apply = guarded(errors, () => change(type.value === "datetime" ? { type: type.value, format: format.value } : { type: type.value }));
  format.addEventListener("change", apply);
  const facts = [`${(100 * spread.missing).toFixed(spread.missing > 0 && spread.missing < 0.1 ? 1 : 0)} % missing`];
  if (column.levels) facts.push(`${column.levels.length} levels`);
  return element("li", {}, element("h3", {}, column.name),
    spread.shares.length > 0 ? histogram(spread) : element("p", { class: "note" }, "Not learned."),
    element("p", { class: "note" }, `${facts.join(", ")}. ${column.why}`),
    field(`Type of ${column.name}`, type), formatField,
    ["ordinal", "cyclic"].includes(column.type) && order(column, guarded(errors, (event) => change({ type: column.type, levels: event.levels }))),
    errors.place);
}

/** The levels of a column in order, each to be moved up or down. */
function order(column, apply) {
  const move = (i, by) => {
    const levels = [...column.levels];
    [levels[i], levels[i + by]] = [levels[i + by], levels[i]];
    apply({ levels, preventDefault() {} });
  };
  const button = (i, by, word, sign) => element("button", { type: "button", "aria-label": `Move ${column.levels[i]} ${word}`,
    disabled: i + by < 0 || i + by >= column.levels.length, click: () => move(i, by) }, sign);
  return element("details", {}, element("summary", {}, "Order of the levels"),
    element("ol", { class: "levels", tabindex: "0", "aria-label": `Levels of ${column.name}` }, column.levels.map((level, i) =>
      element("li", {}, element("span", {}, level), button(i, -1, "up", "↑"), button(i, 1, "down", "↓")))));
}

/** The presets by what they cost here, and the button that starts. */
function learn(id) {
  const errors = complaint();
  const costs = {};
  const presets = Object.entries(PRESETS).map(([name, words]) => {
    costs[name] = element("span", {}, "measuring the time…");
    return element("label", { class: "preset" },
      element("input", { type: "radio", name: "preset", value: name, checked: name === "fast" }),
      element("b", {}, name), element("span", {}, words), costs[name]);
  });
  const minutes = element("input", { type: "number", min: "0.1", step: "any", placeholder: "as above" });
  const seed = element("input", { type: "number", value: "1", step: "1", required: true });
  const form = element("form", { submit: guarded(errors, async () => {
    const order = { kind: "fit", table: id, preset: form.elements.preset.value, seed: Number(seed.value) };
    if (minutes.value) order.seconds = 60 * Number(minutes.value);
    location.hash = `#/jobs/${(await send("POST", "/api/jobs", order)).id}`;
  }) },
    element("fieldset", {}, element("legend", {}, "How thoroughly"), element("div", { class: "presets" }, presets)),
    element("div", { class: "fields" }, field("Minutes to train", minutes), field("Seed", seed)),
    errors.place,
    element("button", { class: "main", id: "learn" }, "Learn this table"));
  get(`/api/tables/${id}/costs`).then((found) => found.forEach((cost) => {
    costs[cost.preset].textContent = `about ${span(cost.seconds)} on this machine`;
  })).catch((error) => Object.values(costs).forEach((cost) => { cost.textContent = `time unknown: ${error.message}`; }));
  return element("section", {}, element("h2", {}, "Learn"), form);
}
