// A job, live.
import { complaint, element, guarded, rowsTable, say, show, span } from "./dom.js";
import { get, send } from "./api.js";
import { curve } from "./chart.js";

export async function job(place, id) {
  const first = await get(`/api/jobs/${id}`);
  const fit = first.order.kind === "fit";
  const subject = fit ? await name(first.order.table) : "";
  const names = fit ? await columns(first.order.table) : [];
  const errors = complaint();
  const title = element("h1");
  const bar = element("progress", { max: "1", "aria-label": "Progress" });
  const words = element("p", { class: "lead", id: "state" });
  const details = element("div");
  const stop = element("button", { type: "button", id: "stop", click: guarded(errors, () => send("POST", `/api/jobs/${id}/stop`)) },
    "Stop and keep what is learned");
  const cancel = element("button", { type: "button", click: guarded(errors, async () => {
    await send("DELETE", `/api/jobs/${id}`);
    location.hash = "#/";
  }) }, "Cancel and forget");
  show(place, title, words, bar,
    element("p", {}), element("div", { class: "fields" }, fit && stop, cancel), errors.place, details);
  let shown = "";
  const draw = (now) => {
    const status = now.status;
    title.textContent = fit ? `${status.state === "done" ? "Learned" : "Learning"} ${subject}` : "Report";
    bar.value = status.progress;
    bar.hidden = status.state === "done";
    words.textContent = sentence(status);
    stop.hidden = status.state !== "running" || status.stopping;
    cancel.hidden = status.state === "done";
    if (status.message && status.state === "failed") errors.show(new Error(status.message));
    if (status.state === "done" && fit) return finished(details, id, status);
    if (status.state === "done") return report(details, id, now.order.model);
    const key = JSON.stringify([status.losses.length, status.rows]);
    if (fit && key !== shown) {
      shown = key;
      show(details,
        status.losses.length > 1 && element("section", {}, element("h2", {}, "Loss"), curve(status.losses)),
        status.rows.length > 0 && element("section", {}, element("h2", {}, "Synthetic rows, as learned so far"),
          rowsTable("Rows drawn while it learns", names.length > 0 ? names : Object.keys(status.rows[0]), status.rows)));
    }
  };
  draw(first);
  return listen(id, draw, errors);
}

/** Listens until the job has ended; the browser connects again by itself when the server comes back. */
function listen(id, draw, errors) {
  const source = new EventSource(`/api/jobs/${id}/events`);
  let ended = false;
  source.addEventListener("job", (event) => {
    errors.clear();
    const now = JSON.parse(event.data);
    draw(now);
    if (["done", "failed"].includes(now.status.state)) {
      ended = true;
      source.close();
    }
  });
  const again = setInterval(async () => {
    if (ended || source.readyState !== EventSource.CLOSED) return;
    clearInterval(again);
    leave = listen(id, draw, errors);
  }, 3000);
  source.onerror = () => !ended && say("Waiting for the server…");
  source.onopen = () => say("");
  let leave = () => {
    clearInterval(again);
    source.close();
  };
  return () => leave();
}

function sentence(status) {
  switch (status.state) {
    case "queued": return `Waiting for its turn${status.resumed > 0 ? ", to go on where it was" : ""}.`;
    case "failed": return "This did not work.";
    case "done": return status.message ? `Done: ${status.message}.` : "Done.";
    default: {
      const parts = [`${status.work[0].toUpperCase()}${status.work.slice(1)}`];
      if (status.steps > 0) parts.push(`step ${status.step.toLocaleString("en")} of ${status.steps.toLocaleString("en")}`);
      if (status.loss !== undefined) parts.push(`loss ${status.loss.toFixed(4)}`);
      if (status.secondsLeft !== undefined) parts.push(`about ${span(status.secondsLeft)} left`);
      return parts.join(", ") + ".";
    }
  }
}

function finished(place, id, status) {
  show(place, element("p", {}, element("a", { class: "button", id: "use", href: `#/models/${id}` }, "Use the model")),
    status.losses.length > 1 && element("section", {}, element("h2", {}, "Loss"), curve(status.losses)));
}

export function report(place, id, model) {
  show(place, element("p", {}, element("a", { href: `#/models/${model}` }, "Back to the model"), " · ",
    element("a", { href: `/api/jobs/${id}/report.html`, download: "report.html" }, "Download the report"), " · ",
    element("a", { href: `/api/jobs/${id}/report.json`, download: "report.json" }, "Its numbers"), " · ",
    element("a", { href: `/api/jobs/${id}/synthetic.csv`, download: "synthetic.csv" }, "The synthetic rows")),
    element("iframe", { title: "Synthetic data report", src: `/api/jobs/${id}/report.html`, sandbox: "allow-same-origin" }));
}

async function name(table) {
  try {
    return (await get(`/api/tables/${table}`)).name;
  } catch {
    return "a table that was deleted";
  }
}

async function columns(table) {
  try {
    return (await get(`/api/tables/${table}/columns`)).schema.columns.map((column) => column.name);
  } catch {
    return [];
  }
}
