/** The list above a text field: shown while one types, worked with the arrow keys, Tab, Enter and Escape. */
import { h, replaceChildren } from "./dom.js";

export class Suggestions {
  constructor(id, label) {
    this.id = id;
    this.rows = [];
    this.active = -1;
    this.element = h("div.suggestions", { id, role: "listbox", "aria-label": label, hidden: true });
    // A press on the list must not take the focus from the field it serves.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Name the field that the list belongs to. */
  serve(field) {
    this.field = field;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * @param {{label: string, detail?: string, aside?: string, pick(): void}[]} rows
   * @param {{active: number, title?: string, none?: string}} how - the row that Enter picks, -1 for none
   */
  show(rows, { active, title, none }) {
    this.rows = rows;
    replaceChildren(this.element, title && h("div.suggestions-title", {}, title),
      rows.map((row, at) => this.rowElement(row, at)), rows.length === 0 && none && h("div.option-none", {}, none));
    this.element.hidden = rows.length === 0 && !none && !title;
    this.field?.setAttribute("aria-expanded", String(this.isOpen));
    this.activate(Math.min(active, rows.length - 1));
    this.element.scrollTop = 0;
  }

  rowElement(row, at) {
    const element = h("div.suggestion", { id: `${this.id}-${at}`, role: "option", "aria-selected": "false" },
      h("span.suggestion-label", {}, row.label), row.aside && h("span.suggestion-aside", {}, row.aside),
      row.detail && h("span.suggestion-detail", {}, row.detail));
    element.addEventListener("click", () => row.pick());
    element.addEventListener("pointermove", () => this.active !== at && this.activate(at, false));
    return element;
  }

  hide() {
    this.element.hidden = true;
    this.rows = [];
    this.activate(-1);
    this.field?.setAttribute("aria-expanded", "false");
  }

  activate(at, scroll = true) {
    this.active = at;
    for (const row of this.element.querySelectorAll(".suggestion")) {
      const isActive = row.id === `${this.id}-${at}`;
      row.classList.toggle("active", isActive);
      row.setAttribute("aria-selected", String(isActive));
      if (isActive && scroll) row.scrollIntoView({ block: "nearest" });
    }
    if (at >= 0) this.field?.setAttribute("aria-activedescendant", `${this.id}-${at}`);
    else this.field?.removeAttribute("aria-activedescendant");
  }

  /** Use a key if the list knows what to do with it. Returns whether it did. */
  key(event) {
    if (!this.isOpen) return false;
    const last = this.rows.length - 1;
    if (event.key === "ArrowDown") this.activate(this.active >= last ? 0 : this.active + 1);
    else if (event.key === "ArrowUp") this.activate(this.active <= 0 ? last : this.active - 1);
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.active >= 0) this.rows[this.active].pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
