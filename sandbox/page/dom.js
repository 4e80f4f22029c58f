/**
 * Make an element. Children are nodes or text; text always becomes a text node, so nothing a player or a bot
 * writes is ever read as HTML.
 *
 * @param {string} tag - a tag name, with classes after dots: "button.primary"
 * @param {object} [props] - attributes; `onclick` and the like add listeners; true sets, false and null leave out
 * @param {...(Node|string|number|null|false|Array)} children
 */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (key === "style") for (const [rule, to] of Object.entries(value)) element.style.setProperty(rule, to);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...nodes(children));
  return element;
}

/** Flatten children and leave out what is empty. */
function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

export function replaceChildren(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** Make *parent* hold exactly *elements*, without moving those that stand right: a moved one loses focus and scrolling. */
export function settle(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  for (const [at, element] of elements.entries()) {
    if (parent.children[at] !== element) parent.insertBefore(element, parent.children[at] ?? null);
  }
}

/** Web addresses only: a link or a picture never runs a script. Returns null for anything else. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

let counter = 0;

/** An id that no other element of this page has. */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

const ICONS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "M5 5l14 14M19 5L5 19",
  down: "M5 9l7 7 7-7",
  send: "M4 12h15M13 6l6 6-6 6",
  thread: "M6 4v8a4 4 0 0 0 4 4h9M15 12l4 4-4 4",
  bell: "M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10 20h4",
  plus: "M12 5v14M5 12h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  panes: "M3 5h8v14H3zM13 5h8v14h-8z",
  reply: "M20 18v-3a5 5 0 0 0-5-5H5M9 6l-4 4 4 4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  speaker: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  megaphone: "M4 10v4h3l10 5V5L7 10zM9 14v5h3M20 10v4",
  link: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
};

/** A line drawing of 24 by 24, hidden from screen readers: the control around it carries the name. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Let a screen reader say something that sighted people see happen. */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}
