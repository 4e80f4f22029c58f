/** A select menu as Discord draws it: a button that opens a list with descriptions; one choice, or several. */
import { freshId, h, icon, replaceChildren } from "./dom.js";

/**
 * @param {object} given
 * @param {string} given.label - what a screen reader says
 * @param {string} [given.placeholder]
 * @param {{label: string, value: string, description?: string, emoji?: string, default?: boolean}[]} given.options
 * @param {number} [given.min] - fewest choices, 1 unless told
 * @param {number} [given.max] - most choices, 1 unless told
 * @param {boolean} [given.disabled]
 * @param {(values: string[]) => void} [given.onpick] - called when the choice is made: at once for one choice, when
 *   the list closes for several
 * @param {(values: string[]) => void} [given.onchoose] - called with each change, at once
 */
export function selectMenu({ label, placeholder, options, min = 1, max = 1, disabled = false, onpick, onchoose }) {
  const menu = {
    options,
    max,
    min,
    onpick,
    onchoose,
    chosen: new Set(options.filter((option) => option.default).map((option) => option.value)),
    id: freshId("list"),
    active: 0,
    placeholder: placeholder || "Make a selection",
  };
  menu.list = h("div.listbox", {
    id: menu.id,
    role: "listbox",
    popover: "auto",
    tabindex: "-1",
    "aria-label": label,
    "aria-multiselectable": max > 1 ? "true" : null,
  });
  menu.button = h("button.select", {
    type: "button",
    disabled,
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-controls": menu.id,
    "aria-label": label,
  });
  menu.button.addEventListener("click", () => (isOpen(menu) ? menu.list.hidePopover() : open(menu)));
  menu.button.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || isOpen(menu)) return;
    event.preventDefault();
    open(menu);
  });
  menu.list.addEventListener("keydown", (event) => move(menu, event));
  menu.list.addEventListener("toggle", (event) => closed(menu, event));
  showChosen(menu);
  return h("div.select-wrap", {}, menu.button, menu.list);
}

const isOpen = (menu) => menu.list.matches(":popover-open");

function showChosen(menu) {
  const chosen = menu.options.filter((option) => menu.chosen.has(option.value));
  const words = chosen.length
    ? chosen.map((option) => h("span.select-value", {}, emojiText(option.emoji), option.label))
    : h("span.select-placeholder", {}, menu.placeholder);
  replaceChildren(menu.button, h("span.select-words", {}, words), icon("down"));
}

const emojiText = (emoji) => (emoji ? `${emoji} ` : null);

function open(menu) {
  const first = menu.options.findIndex((option) => menu.chosen.has(option.value));
  menu.active = Math.max(first, 0);
  menu.before = [...menu.chosen].join("\n");
  drawOptions(menu);
  menu.list.showPopover();
  place(menu.list, menu.button);
  menu.button.setAttribute("aria-expanded", "true");
  menu.list.focus();
}

/** Below its button, or above it where there is more room. */
export function place(popup, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom;
  const upward = below < Math.min(popup.scrollHeight, 260) && box.top > below;
  popup.style.left = `${Math.max(4, Math.min(box.left, innerWidth - box.width - 4))}px`;
  popup.style.width = `${Math.min(box.width, innerWidth - 8)}px`;
  popup.style.maxHeight = `${Math.min(320, (upward ? box.top : below) - 12)}px`;
  popup.style.top = upward ? "auto" : `${box.bottom + 4}px`;
  popup.style.bottom = upward ? `${innerHeight - box.top + 4}px` : "auto";
}

function drawOptions(menu) {
  const rows = menu.options.map((option, at) => {
    const chosen = menu.chosen.has(option.value);
    const row = h(
      "div.option",
      { id: `${menu.id}-${at}`, role: "option", "aria-selected": String(chosen), "data-value": option.value },
      h("span.option-words", {}, h("span.option-label", {}, emojiText(option.emoji), option.label),
        option.description && h("span.option-description", {}, option.description)),
      h("span.option-mark", { "aria-hidden": "true" }, chosen ? "✓" : ""),
    );
    row.addEventListener("click", () => pick(menu, at));
    row.addEventListener("pointermove", () => activate(menu, at));
    return row;
  });
  replaceChildren(menu.list, rows.length ? rows : h("div.option-none", {}, "Nothing to choose from"));
  activate(menu, menu.active);
}

function activate(menu, at) {
  menu.active = at;
  for (const [index, row] of [...menu.list.children].entries()) row.classList.toggle("active", index === at);
  menu.list.setAttribute("aria-activedescendant", `${menu.id}-${at}`);
}

function move(menu, event) {
  const last = menu.options.length - 1;
  const to = { ArrowDown: Math.min(menu.active + 1, last), ArrowUp: Math.max(menu.active - 1, 0), Home: 0, End: last };
  if (event.key in to) {
    activate(menu, to[event.key]);
    menu.list.children[menu.active]?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter" || event.key === " ") pick(menu, menu.active);
  else if (event.key === "Tab") return menu.list.hidePopover();
  else if (event.key.length === 1) seek(menu, event.key.toLowerCase());
  else return undefined;
  return event.preventDefault();
}

/** Go to the next option that starts with a letter. */
function seek(menu, letter) {
  const order = menu.options.map((_, at) => (menu.active + 1 + at) % menu.options.length);
  const found = order.find((at) => menu.options[at].label.toLowerCase().startsWith(letter));
  if (found !== undefined) activate(menu, found);
}

function pick(menu, at) {
  const value = menu.options[at]?.value;
  if (value === undefined) return;
  if (menu.max > 1) {
    if (menu.chosen.has(value)) menu.chosen.delete(value);
    else if (menu.chosen.size < menu.max) menu.chosen.add(value);
    drawOptions(menu);
    showChosen(menu);
    menu.onchoose?.(values(menu));
    return;
  }
  // An optional single choice is taken back by choosing it again.
  const takenBack = menu.min === 0 && menu.chosen.has(value);
  menu.chosen = new Set(takenBack ? [] : [value]);
  showChosen(menu);
  menu.list.hidePopover();
  menu.onchoose?.(values(menu));
  menu.onpick?.(values(menu));
}

const values = (menu) => menu.options.map((option) => option.value).filter((value) => menu.chosen.has(value));

function closed(menu, event) {
  if (event.newState !== "closed") return;
  menu.button.setAttribute("aria-expanded", "false");
  if (menu.list.contains(document.activeElement) || document.activeElement === document.body) menu.button.focus();
  const changed = menu.before !== [...menu.chosen].join("\n");
  if (menu.max > 1 && changed && menu.chosen.size >= menu.min) menu.onpick?.(values(menu));
}
