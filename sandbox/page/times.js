/** Times as Discord shows them: `<t:UNIX:STYLE>` in the reader's own zone, relative ones kept up to date. */

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "in 2 hours", "3 days ago", from seconds to the past (negative) or the future. */
export function relative(seconds) {
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

export function fullTime(date) {
  return new Intl.DateTimeFormat(undefined, FORMATS.F).format(date);
}

/** "14:05" today, "Yesterday, 14:05", else with the date. */
export function messageTime(date, now = new Date()) {
  const clock = new Intl.DateTimeFormat(undefined, FORMATS.t).format(date);
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return clock;
  if (days === 1) return `Yesterday, ${clock}`;
  return `${new Intl.DateTimeFormat(undefined, FORMATS.d).format(date)}, ${clock}`;
}

/** The element for `<t:unix:style>`; style R counts. */
export function timeElement(unix, style = "f") {
  const date = new Date(unix * 1000);
  const element = document.createElement("time");
  if (Number.isNaN(date.getTime())) {
    element.textContent = "an impossible time";
    return element;
  }
  element.className = "timestamp";
  element.dateTime = date.toISOString();
  element.title = fullTime(date);
  if (style === "R") {
    element.dataset.relativeTo = String(unix);
    element.textContent = relative(unix - Date.now() / 1000);
  } else {
    element.textContent = new Intl.DateTimeFormat(undefined, FORMATS[style] ?? FORMATS.f).format(date);
  }
  return element;
}

/** Bring each relative time on the page up to date. */
export function tick() {
  for (const element of document.querySelectorAll("time[data-relative-to]")) {
    const text = relative(Number(element.dataset.relativeTo) - Date.now() / 1000);
    if (element.textContent !== text) element.textContent = text;
  }
}
