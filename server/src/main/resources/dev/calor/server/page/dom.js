// Builds elements. Texts enter as text nodes only, so that nothing in a table can become markup.

/** An element with attributes (functions are listeners) and children (texts or elements). */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/** The same for drawings. */
export function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, attributes, children);
  return made;
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== undefined && value !== null) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

let counter = 0;

/** A control with its label above it. */
export function field(label, control) {
  control.id = control.id || "field" + ++counter;
  return element("div", {}, element("label", { for: control.id }, label), control);
}

/** A list to choose one of. */
export function choice(options, chosen, attributes = {}) {
  return element("select", attributes,
    options.map((option) => element("option", { value: option, selected: option === chosen }, option === "" ? "any" : option)));
}

/** Replaces all that is in an element. */
export function show(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

/** Tells readers of screens, and others, what has happened. */
export function say(words) {
  document.getElementById("said").textContent = words;
}

/** What went wrong, in a place of its own that is read out. */
export function complaint() {
  const place = element("div", { role: "alert" });
  return {
    place,
    clear: () => place.replaceChildren(),
    show: (error) => place.replaceChildren(element("p", { class: "error" }, error.message)),
  };
}

/** Carries out what a control asks for; errors go to the place for them. */
export function guarded(errors, work) {
  return async (event) => {
    event?.preventDefault();
    errors.clear();
    const control = event?.submitter ?? event?.currentTarget;
    if (control instanceof HTMLButtonElement) control.disabled = true;
    try {
      await work(event);
    } catch (error) {
      say("");
      errors.show(error);
    } finally {
      if (control instanceof HTMLButtonElement) control.disabled = false;
    }
  };
}

/** Rows as a table. */
export function rowsTable(caption, names, rows) {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, rows.map((row) => element("tr", {}, names.map((name) =>
        element("td", {}, row[name] === null || row[name] === undefined ? "–" : String(row[name]))))))));
}

/** A span of time in words. */
export function span(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A size in words. */
export function bytes(count) {
  return count < 1e6 ? `${Math.max(1, Math.round(count / 1e3))} kB` : `${(count / 1e6).toFixed(1)} MB`;
}
