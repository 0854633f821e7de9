// A model, and all that it can be used for.
import { choice, complaint, element, field, guarded, rowsTable, say, show } from "./dom.js";
import { download, get, rows as rowsOf, send } from "./api.js";
import { conditions } from "./conditions.js";
import { whatIf } from "./whatif.js";

const FORMATS = ["csv", "tsv", "jsonl", "parquet"];

export async function model(place, id) {
  const detail = await get(`/api/models/${id}`);
  const panel = element("div", { role: "tabpanel", id: "panel", tabindex: "0" });
  const uses = {
    Sample: () => sample(id, detail.schema),
    "What if": () => whatIf(id, detail.schema),
    "Fill in": () => ask(id, "impute", "Fill in missing values", "Every blank of a second file becomes a draw given the rest of its row.", "filled"),
    Score: () => ask(id, "score", "Score rows", "How likely each row of a second file is, and which of its values surprise most.", "scored"),
    Classify: () => classify(id, detail.schema),
    Report: () => report(id, detail),
    About: () => about(id, detail),
  };
  const tabs = Object.keys(uses).map((name) => element("button", { type: "button", role: "tab", "aria-controls": "panel",
    "aria-selected": "false", tabindex: "-1", click: () => open(name), keydown: (event) => turn(event, name) }, name));
  const open = (name) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab.textContent === name));
      tab.tabIndex = tab.textContent === name ? 0 : -1;
    }
    panel.setAttribute("aria-label", name);
    show(panel, uses[name]());
  };
  const turn = (event, name) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = tabs[(tabs.findIndex((tab) => tab.textContent === name) + by + tabs.length) % tabs.length];
    open(next.textContent);
    next.focus();
  };
  show(place, element("h1", {}, detail.model.name),
    element("p", {}, `Learned from ${detail.card.trained}.`),
    element("div", { class: "tabs", role: "tablist", "aria-label": "What to do with the model" }, tabs), panel);
  open("Sample");
  return null;
}

function sample(id, schema) {
  const errors = complaint();
  const rows = element("input", { type: "number", min: "1", step: "1", value: "1000", required: true });
  const seed = element("input", { type: "number", step: "1", value: "1", required: true });
  const format = choice(FORMATS, "csv");
  const missing = element("input", { type: "checkbox", id: "missing", checked: true });
  const where = conditions(schema);
  const preview = element("div");
  const order = (count, kind) => ({ rows: count, seed: Number(seed.value), where: where.where(), missing: missing.checked, format: kind });
  const form = element("form", { submit: guarded(errors, async () => {
    say("Sampling…");
    await download(`/api/models/${id}/sample`, order(Number(rows.value), format.value), `synthetic.${format.value}`);
    say(`Downloaded ${rows.value} rows.`);
  }) },
    element("div", { class: "fields" }, field("Rows", rows), field("Seed", seed), field("Format", format),
      element("div", {}, missing, " ", element("label", { class: "inline", for: "missing" }, "Values may be missing"))),
    element("details", {}, element("summary", {}, "Only rows that satisfy conditions"), where.place),
    element("p", {}),
    errors.place,
    element("div", { class: "fields" },
      element("button", { class: "main", id: "download" }, "Download"),
      element("button", { type: "button", id: "preview", click: guarded(errors, async () => {
        const drawn = await rowsOf(`/api/models/${id}/sample`, order(10, "jsonl"));
        show(preview, rowsTable("Ten synthetic rows", schema.columns.map((column) => column.name), drawn));
      }) }, "Show ten rows")));
  return element("section", {}, element("h2", {}, "Synthetic rows"), form, preview);
}

/** A call that sends a second file and brings back a table. */
function ask(id, call, title, words, result, more = () => "", controls = []) {
  const errors = complaint();
  const file = element("input", { type: "file", required: true });
  const format = choice(FORMATS, "csv");
  const unknown = element("input", { type: "checkbox", id: `unknown-${call}` });
  const warning = element("p", { role: "status" });
  const form = element("form", { submit: guarded(errors, async () => {
    say("Working…");
    show(warning);
    const query = `?name=${encodeURIComponent(file.files[0].name)}&format=${format.value}${unknown.checked ? "&unknown=missing" : ""}${more()}`;
    const warned = await download(`/api/models/${id}/${call}${query}`, file.files[0], `${result}.${format.value}`);
    show(warning, warned && `The file ${warned}.`);
    say("Downloaded.");
  }) },
    element("div", { class: "fields" }, field("File with the columns of the model", file), ...controls, field("Format", format),
      element("div", {}, unknown, " ", element("label", { class: "inline", for: unknown.id }, "Read values never seen before as missing"))),
    errors.place, warning, element("button", { class: "main" }, "Download the result"));
  return element("section", {}, element("h2", {}, title), element("p", {}, words), form);
}

function classify(id, schema) {
  const targets = schema.columns.filter((column) => (column.levels ?? []).length > 1).map((column) => column.name);
  if (targets.length === 0) return element("p", {}, "This table has no column with levels to predict.");
  const target = choice(targets, targets[targets.length - 1]);
  return ask(id, "classify", "Predict a column", "A probability for every level, and the likeliest.", "predicted",
    () => `&target=${encodeURIComponent(target.value)}`, [field("Column to predict", target)]);
}

function report(id, detail) {
  if (!detail.model.table) {
    return element("p", {}, "This model was sent, not learned here: there is no table to compare its rows with.");
  }
  const errors = complaint();
  const rows = element("input", { type: "number", min: "8", step: "1", placeholder: "as many as the table" });
  const test = element("select", {}, element("option", { value: "" }, "none"));
  const target = choice(["", ...detail.schema.columns.map((column) => column.name)], "");
  get("/api/tables").then((tables) => test.append(...tables.filter((table) => table.id !== detail.model.table)
    .map((table) => element("option", { value: table.id }, table.name))));
  const form = element("form", { submit: guarded(errors, async () => {
    const order = { kind: "report", model: id };
    if (rows.value) order.rows = Number(rows.value);
    if (test.value) order.test = test.value;
    if (target.selectedIndex > 0) order.target = target.value;
    location.hash = `#/jobs/${(await send("POST", "/api/jobs", order)).id}`;
  }) },
    element("div", { class: "fields" }, field("Synthetic rows", rows), field("Real rows the model has not seen", test),
      field("Column whose prediction is tried", target)),
    errors.place, element("button", { class: "main", id: "report" }, "Make the report"));
  return element("section", {}, element("h2", {}, "How good are they?"),
    element("p", {}, "Synthetic rows beside the real ones: columns, pairs, copies, and more. The same numbers as calor report."), form);
}

function about(id, detail) {
  return element("section", {}, element("h2", {}, "About this model"),
    element("dl", {}, Object.entries(detail.card).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)])),
    element("p", {}, element("a", { class: "button", href: `/api/models/${id}/file`, download: `${id}.calor` }, "Download the model"),
      " for the command line, or another server."));
}
