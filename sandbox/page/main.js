/** The page as a whole: who is here, whose view is shown, one or up to four side by side. */
import { freshId, h, icon, replaceChildren, settle } from "./dom.js";
import { avatar, nameOf } from "./message.js";
import { Pane } from "./pane.js";
import { Player, recall, remember, request } from "./player.js";
import { watchPresses } from "./pressing.js";
import { tick } from "./times.js";

const MOST_PANES = 4;
const TITLE = document.title;
const NARROW = matchMedia("(max-width: 700px)");

const page = { players: new Map(), panes: new Map(), shown: [], isSplit: false, canAdd: false };

async function start() {
  let table;
  try {
    table = await request(new URL("./", location.href), "GET", "api/table");
  } catch (refused) {
    const words = "This page's address is not valid any more. The sandbox prints its new address when it starts.";
    const gone = [401, 403, 404].includes(refused.status);
    replaceChildren(document.getElementById("panes"), h("p.loading", { role: "alert" }, gone ? words : refused.message));
    if (!gone) setTimeout(start, 2_000);
    return;
  }
  const own = location.pathname.split("/").filter(Boolean).at(-1);
  page.canAdd = !table.users.some((user) => user.token === own);
  for (const user of table.users) admit(user);
  const kept = (recall("shown") ?? []).filter((id) => page.players.has(id));
  page.shown = kept.length ? kept : [table.users[0].id];
  page.isSplit = Boolean(recall("split")) && !NARROW.matches && page.players.size > 1;
  NARROW.addEventListener("change", () => NARROW.matches && page.isSplit && split(false));
  page.top = buildTop();
  drawTop();
  drawPanes();
  setInterval(tick, 1_000);
  watchPresses(document);
}

function admit(user) {
  const player = new Player(user);
  page.players.set(user.id, player);
  player.addEventListener("change", ({ detail }) => {
    if (["connection", "bot", "state", "channels", "messages", "place", "dms"].includes(detail.what)) scheduleTop();
    if (detail.what === "members" && page.canAdd) admitNew();
  });
  player.connect();
}

/** Somebody joined, perhaps through another tab: he can be played here, too. */
async function admitNew() {
  const table = await request(new URL("./", location.href), "GET", "api/table").catch(() => null);
  for (const user of table?.users ?? []) if (!page.players.has(user.id)) admit(user);
  scheduleTop();
}

// ---- who is shown ----

/** Switch to a player; side by side, show or hide this player's pane. */
function choose(id) {
  if (!page.isSplit) page.shown = [id];
  else if (!page.shown.includes(id)) page.shown = [...page.shown, id].slice(-MOST_PANES);
  else if (page.shown.length > 1) page.shown = page.shown.filter((each) => each !== id);
  keepAndDraw();
}

function split(on) {
  page.isSplit = on;
  if (!on) page.shown = page.shown.slice(0, 1);
  else if (page.shown.length === 1) {
    const other = [...page.players.keys()].find((id) => id !== page.shown[0]);
    if (other) page.shown = [...page.shown, other];
  }
  keepAndDraw();
}

function keepAndDraw() {
  remember("shown", page.shown);
  remember("split", page.isSplit);
  drawTop();
  drawPanes();
}

/** Panes stay as they are while they are shown: what is half written in one is not lost. */
function drawPanes() {
  const main = document.getElementById("panes");
  for (const player of page.players.values()) player.isShown = page.shown.includes(player.user.id);
  for (const id of page.shown) if (!page.panes.has(id)) page.panes.set(id, new Pane(page.players.get(id), { dismissStart }));
  const wanted = page.shown.map((id) => page.panes.get(id));
  for (const [id, pane] of page.panes) if (!page.shown.includes(id)) pane.rest();
  settle(main, wanted.map((pane) => pane.element));
  main.dataset.count = String(wanted.length);
  for (const [at, pane] of wanted.entries()) pane.wake({ isFirst: at === 0, isSplit: page.isSplit, close: () => choose(pane.player.user.id) });
}

function dismissStart() {
  remember("start-dismissed", true);
  drawPanes();
}

// ---- the bar on top ----

let topIsDue = false;

function scheduleTop() {
  if (topIsDue) return;
  topIsDue = true;
  requestAnimationFrame(() => {
    topIsDue = false;
    drawTop();
  });
}

/** The parts of the bar that stay; the rest is drawn into them. */
function buildTop() {
  const top = document.getElementById("top");
  const parts = { tabs: h("div.tabs", { role: "group", "aria-label": "Players" }), split: splitToggle(), line: light("line"), bot: light("bot") };
  replaceChildren(top,
    h("h1.brand", {}, h("img", { src: "icon.svg", alt: "", width: 24, height: 24 }), h("span", {}, "Quadriga sandbox")),
    h("div.players", {}, parts.tabs, page.canAdd && addPlayer()), parts.split, h("div.lights", {}, parts.line, parts.bot));
  return parts;
}

function drawTop() {
  const { tabs, split: toggle, line, bot } = page.top;
  const players = [...page.players.values()];
  const held = tabs.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  replaceChildren(tabs, players.map(playerTab));
  if (held) tabs.querySelector(`[data-key="${held}"]`)?.focus();
  toggle.hidden = players.length < 2;
  toggle.setAttribute("aria-pressed", String(page.isSplit));
  const calls = players.reduce((sum, player) => sum + player.allCalls(), 0);
  document.title = calls ? `(${calls}) ${TITLE}` : TITLE;
  shine(line, ...lineState(players));
  shine(bot, ...botState(players));
}

function playerTab(player) {
  const { user } = player;
  const isShown = page.shown.includes(user.id);
  const unread = isShown ? 0 : player.allCalls();
  const words = unread ? `${nameOf(user)}, ${unread} unread` : nameOf(user);
  return h("button.player-tab", {
    type: "button",
    class: isShown ? "shown" : "",
    "aria-pressed": String(isShown),
    "aria-label": user.spectator ? `${words}, looks on` : words,
    "data-key": `player-${user.id}`,
    onclick: () => choose(user.id),
  }, avatar(user, "small"), h("span", {}, nameOf(user)), user.spectator && h("span.spectator", { title: "Looks on" }, icon("eye")),
  unread > 0 && h("span.badge", {}, String(unread)));
}

function splitToggle() {
  return h("button.split-toggle", {
    type: "button", "aria-pressed": "false", title: "Show up to four players side by side", onclick: () => split(!page.isSplit),
  }, icon("panes"), h("span", {}, "Side by side"));
}

function addPlayer() {
  const id = freshId("new-player");
  const field = h("input", { id, name: "name", maxlength: 32, placeholder: "Name", required: true, autocomplete: "off", "aria-label": "Name of the new player" });
  const form = h("form.add-form", { hidden: true }, field, h("button.button.primary", {}, "Add"));
  const opener = h("button.add-opener", { type: "button", "aria-expanded": "false", "aria-label": "Add player" },
    icon("plus"), h("span", {}, "Add player"));
  const show = (on) => {
    form.hidden = !on;
    opener.hidden = on;
    if (on) field.focus();
    else opener.focus();
  };
  opener.addEventListener("click", () => show(true));
  form.addEventListener("keydown", (event) => event.key === "Escape" && show(false));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const user = await request(new URL("./", location.href), "POST", "api/users", { name: field.value.trim(), spectator: false });
      field.value = "";
      show(false);
      if (!page.players.has(user.id)) admit(user);
      choose(user.id);
    } catch (refused) {
      field.setCustomValidity(refused.message);
      field.reportValidity();
    }
  });
  field.addEventListener("input", () => field.setCustomValidity(""));
  return h("div.add-player", {}, opener, form);
}

const LINES = {
  connected: ["good", "Connected"],
  connecting: ["wait", "Connecting…"],
  reconnecting: ["bad", "Reconnecting…"],
  gone: ["bad", "The sandbox was started anew: open its new address"],
};

function lineState(players) {
  const worst = ["gone", "reconnecting", "connecting"].find((line) => players.some((player) => player.connection === line));
  return LINES[worst ?? "connected"];
}

function botState(players) {
  const online = players.some((player) => player.botOnline);
  const name = nameOf(players.find((player) => player.bot)?.bot ?? { username: "Bot" });
  if (players.every((player) => player.connection !== "connected")) return ["wait", `${name}: not known`];
  return [online ? "good" : "bad", `${name} ${online ? "online" : "offline"}`];
}

const light = (id) => h("span.light", { id, role: "status" }, h("span"));

function shine(element, kind, words) {
  if (element.title === words) return;
  element.className = `light ${kind}`;
  element.title = words;
  element.firstChild.textContent = words;
}

start();
