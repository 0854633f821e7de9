// Form controls for conditions, made from the schema.
import { choice, element } from "./dom.js";

let counter = 0;

/** Controls for every column that is learned; `where` reads them. */
export function conditions(schema) {
  const learned = schema.columns.filter((column) => !["identifier", "constant"].includes(column.type));
  const rows = learned.map(condition);
  return {
    place: element("div", {}, rows.map((row) => row.place)),
    where: () => rows.flatMap((row) => row.where()),
  };
}

function condition(column) {
  return column.levels ? levels(column) : numbers(column);
}

function levels(column) {
  const id = `condition${++counter}`;
  const control = choice(["", ...column.levels], "", { id });
  return {
    place: element("div", { class: "condition" }, element("label", { for: id }, column.name), control),
    where: () => (control.selectedIndex === 0 ? [] : [{ column: column.name, operator: "=", values: [control.value] }]),
  };
}

function numbers(column) {
  const time = column.type === "datetime";
  const control = (word) => {
    const made = element("input", { type: time ? "text" : "number", step: "any", size: "12", id: `condition${++counter}`,
      placeholder: String(word === "from" ? column.minimum ?? "" : column.maximum ?? "") });
    return { made, label: element("label", { class: "inline", for: made.id }, `${word} `) };
  };
  const least = control("from");
  const most = control("to");
  const one = (input, operator) => (input.made.value === "" ? []
    : [{ column: column.name, operator, values: [input.made.value] }]);
  return {
    place: element("fieldset", { class: "condition" }, element("legend", {}, column.name),
      least.label, least.made, " ", most.label, most.made),
    where: () => [...one(least, ">="), ...one(most, "<=")],
  };
}
