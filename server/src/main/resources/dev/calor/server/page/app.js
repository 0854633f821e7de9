// The page: one view for each address after the #.
import { element, say, show } from "./dom.js";
import { home } from "./home.js";
import { table } from "./table.js";
import { job } from "./job.js";
import { model } from "./model.js";

const main = document.getElementById("main");
const VIEWS = { tables: table, jobs: job, models: model };
let leave = null;

async function go() {
  leave?.();
  leave = null;
  say("");
  const [, kind, id] = location.hash.split("/");
  const place = element("div");
  show(main, place);
  try {
    const view = VIEWS[kind] ?? home;
    leave = await view(place, id ? decodeURIComponent(id) : "");
  } catch (error) {
    show(place, element("h1", {}, "This does not work"), element("p", { class: "error", role: "alert" }, error.message),
      element("p", {}, element("a", { href: "#/" }, "Back to the start")));
  }
  document.title = `${main.querySelector("h1")?.textContent ?? "Calor"} – Calor`;
}

addEventListener("hashchange", () => {
  go().then(() => main.focus());
});
go();
