// What-if: some columns of one row are set, and the others answer.
import { choice, complaint, element, field, show } from "./dom.js";
import { send } from "./api.js";
import { histogram } from "./chart.js";

export function whatIf(id, schema) {
  const learned = schema.columns.filter((column) => !["identifier", "constant"].includes(column.type));
  const errors = complaint();
  const answers = element("ul", { class: "columns", "aria-live": "polite", "aria-label": "Distributions of the other columns" });
  const controls = new Map();
  let running = false;
  let again = false;
  const ask = async () => {
    again = running;
    if (running) return;
    running = true;
    answers.setAttribute("aria-busy", "true");
    errors.clear();
    try {
      const set = {};
      for (const [name, control] of controls) {
        if (control.tagName === "SELECT" ? control.selectedIndex > 0 : control.value !== "") set[name] = control.value;
      }
      draw(answers, await send("POST", `/api/models/${id}/what-if`, { set }));
    } catch (error) {
      errors.show(error);
    } finally {
      running = false;
      answers.removeAttribute("aria-busy");
    }
    if (again) await ask();
  };
  for (const column of learned) {
    controls.set(column.name, column.levels ? choice(["", ...column.levels], "", { change: ask })
      : element("input", { type: column.type === "datetime" ? "text" : "number", step: "any", size: "10", placeholder: "any", change: ask }));
  }
  ask();
  return element("section", {}, element("h2", {}, "What if"),
    element("p", {}, "Set some columns of a row. The bars show what the others may then be; the outlines, what they are with nothing set."),
    element("div", { class: "fields" }, [...controls].map(([name, control]) => field(name, control))),
    errors.place, answers);
}

/** Draws the answers, into drawings of the same shape where there are some: then bars move. */
function draw(place, columns) {
  const before = new Map([...place.children].map((item) => [item.querySelector("h3").textContent, item]));
  show(place, columns.map((column) => {
    const drawn = histogram(column);
    const item = before.get(column.name);
    const old = item?.querySelector("svg");
    if (!old || old.querySelectorAll("rect").length !== drawn.querySelectorAll("rect").length) {
      return element("li", {}, element("h3", {}, column.name), drawn);
    }
    const rects = [...old.querySelectorAll("rect")];
    const texts = [...old.querySelectorAll("text")];
    old.setAttribute("aria-label", drawn.getAttribute("aria-label"));
    drawn.querySelectorAll("rect").forEach((rect, i) => {
      for (const name of ["x", "y", "width", "height"]) rects[i].setAttribute(name, rect.getAttribute(name));
    });
    drawn.querySelectorAll("text").forEach((text, i) => { texts[i].textContent = text.textContent; });
    return item;
  }));
}
