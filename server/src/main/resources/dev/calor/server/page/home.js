// The start: bring a table, or go on with what is there.
import { bytes, complaint, element, guarded, say, show } from "./dom.js";
import { get, send, upload } from "./api.js";

const KINDS = ".csv,.tsv,.txt,.data,.json,.jsonl,.ndjson,.parquet,.gz";

export async function home(place) {
  const errors = complaint();
  const bar = element("progress", { max: "1", value: "0", hidden: true, "aria-label": "Upload" });
  const receive = async (path, file, next) => {
    errors.clear();
    bar.hidden = false;
    try {
      const made = await upload(path, file, (share) => {
        bar.value = share;
        if (share === 1) {
          bar.removeAttribute("value");
          say("Looking at every value…");
        }
      });
      location.hash = next(made);
    } catch (error) {
      errors.show(error);
    } finally {
      bar.hidden = true;
      say("");
    }
  };
  const bring = (file) => receive(`/api/tables?name=${encodeURIComponent(file.name)}`, file, (made) => `#/tables/${made.id}`);
  const chooser = element("input", { type: "file", accept: KINDS, id: "file", change: () => chooser.files[0] && bring(chooser.files[0]) });
  const drop = element("div", { class: "drop" },
    element("p", { class: "lead" }, "Drop a table here"),
    element("div", {}, element("label", { for: "file" }, "or choose a file (CSV, TSV, JSON lines, Parquet; .gz)"), chooser),
    element("p", {}), bar,
    element("button", { type: "button", id: "example", click: guarded(errors, async () => {
      location.hash = `#/tables/${(await send("POST", "/api/tables/example")).id}`;
    }) }, "Try the built-in table"));
  for (const kind of ["dragover", "dragenter"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length > 0) bring(event.dataTransfer.files[0]);
  });
  const lists = element("div");
  show(place, element("h1", {}, "Bring a table"), errors.place, drop, lists);
  await refresh(lists, errors, receive);
  const timer = setInterval(() => refresh(lists, errors, receive).catch(errors.show), 5000);
  return () => clearInterval(timer);
}

let last = "";

async function refresh(place, errors, receive) {
  const [tables, jobs, models] = await Promise.all([get("/api/tables"), get("/api/jobs"), get("/api/models")]);
  const now = JSON.stringify([tables, jobs.map((job) => [job.id, job.status.state, Math.round(100 * job.status.progress)]), models]);
  if (now === last && place.childElementCount > 0) return; // what has the focus keeps it
  last = now;
  const remove = (kind, one, name) => element("button", { type: "button", "aria-label": `Delete ${name}`, click: guarded(errors, async () => {
    if (!window.confirm(`Delete ${name}? It cannot be brought back.`)) return;
    await send("DELETE", `/api/${kind}/${one.id}`);
    await refresh(place, errors, receive);
  }) }, "Delete");
  const entry = (kind, one, name, note) => element("li", {},
    element("span", {}, element("a", { href: `#/${kind}/${one.id}` }, name), " ", element("span", { class: "note" }, note)),
    remove(kind, one, name));
  const names = Object.fromEntries([...tables, ...models].map((one) => [one.id, one.name]));
  const title = (job) => (job.order.kind === "fit" ? `Learn ${names[job.order.table] ?? "a table"}` : `Report on ${names[job.order.model] ?? "a model"}`);
  const modelFile = element("input", { type: "file", accept: ".calor", id: "modelfile", change: () => modelFile.files[0]
    && receive(`/api/models?name=${encodeURIComponent(modelFile.files[0].name)}`, modelFile.files[0], (made) => `#/models/${made.id}`) });
  show(place,
    section("Models", models.map((model) => entry("models", model, model.name, `${bytes(model.bytes)}, ${day(model.created)}`)),
      "No model yet: bring a table and learn one.",
      element("details", {}, element("summary", {}, "Bring a model"),
        element("label", { for: "modelfile" }, "A .calor file, as calor fit writes it"), modelFile)),
    jobs.length > 0 && section("Jobs", jobs.map((job) => entry("jobs", job, title(job),
      job.status.state === "running" ? `${Math.round(100 * job.status.progress)} %` : job.status.state))),
    tables.length > 0 && section("Tables", tables.map((table) =>
      entry("tables", table, table.name, `${table.rows.toLocaleString("en")} rows, ${table.columns} columns, ${day(table.created)}`))));
}

function section(name, entries, none, more) {
  return element("section", {}, element("h2", {}, name),
    entries.length > 0 ? element("ul", { class: "list" }, entries) : element("p", { class: "note" }, none), more);
}

function day(moment) {
  return new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
