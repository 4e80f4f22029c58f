/** The left column: the server with its channels and threads, the DM with the bot, and who one is. */
import { h, replaceChildren } from "./dom.js";
import { isDm, isThread, isVoice, isWritten, kindWords, signOf } from "./kinds.js";
import { avatar, nameOf } from "./message.js";

/** @param {{open(id: string): void}} page */
export function drawSidebar(sidebar, player, page) {
  const channels = [...player.channels.values()];
  const key = sidebar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const scrolled = sidebar.querySelector(".places")?.scrollTop ?? 0;
  replaceChildren(sidebar,
    h("div.server", {}, player.guild?.name ?? "…"),
    h("div.places", {},
      h("h2.places-title", {}, "Channels"),
      h("ul", {}, branches(channels, isWritten, player, page)),
      channels.some(isVoice) && [h("h2.places-title", {}, "Voice channels"), h("ul", {}, branches(channels, isVoice, player, page))],
      h("h2.places-title", {}, "Direct messages"),
      h("ul", {}, directMessages(channels, player, page))),
    userBar(player));
  sidebar.querySelector(".places").scrollTop = scrolled;
  if (key) sidebar.querySelector(`[data-key="${key}"]`)?.focus();
}

const byPosition = (one, other) => (one.position ?? 0) - (other.position ?? 0) || Number(one.id > other.id) || -1;
const isArchived = (thread) => Boolean(thread.thread_metadata?.archived);
const newestFirst = (one, other) =>
  Number(isArchived(one)) - Number(isArchived(other)) || other.id.length - one.id.length || (one.id < other.id ? 1 : -1);

function branches(channels, belongs, player, page) {
  return channels.filter(belongs).sort(byPosition).map((channel) => branch(channel, channels, player, page));
}

function branch(channel, channels, player, page) {
  const threads = channels.filter((each) => isThread(each) && each.parent_id === channel.id).sort(newestFirst);
  return h("li", {}, placeButton(channel, player, page, signOf(channel)),
    threads.length > 0 && h("ul.threads", {}, threads.map((thread) => h("li", {}, placeButton(thread, player, page, signOf(thread))))));
}

function placeButton(channel, player, page, sign) {
  const unread = player.unread.get(channel.id) ?? 0;
  const isHere = player.place === channel.id;
  const calls = player.calls.get(channel.id) ?? 0;
  const name = isDm(channel) ? nameOf(player.bot) : channel.name;
  return h("button.place", {
    type: "button",
    class: [isHere && "here", unread && "unread", isArchived(channel) && "archived"].filter(Boolean).join(" "),
    "aria-current": isHere ? "page" : null,
    "aria-label": kindWords(channel) || unread ? [name, kindWords(channel), unread && `${unread} unread`].filter(Boolean).join(", ") : null,
    "data-key": channel.id,
    title: isArchived(channel) ? `${name} (archived)` : name,
    onclick: () => page.open(channel.id),
  },
  h("span.place-sign", { "aria-hidden": "true" }, sign),
  h("span.place-title", {}, name),
  unread > 0 && (calls ? h("span.badge", {}, String(calls)) : h("span.unread-dot")));
}

function directMessages(channels, player, page) {
  const dms = channels.filter(isDm);
  if (dms.length) return dms.map((channel) => h("li", {}, placeButton(channel, player, page, avatar(player.bot, "small"))));
  return h("li", {}, h("button.place", { type: "button", "data-key": "dm", onclick: () => player.openDm() },
    h("span.place-sign", {}, avatar(player.bot, "small")), h("span.place-title", {}, player.bot ? nameOf(player.bot) : "the bot")));
}

function roleOf(player) {
  if (player.user.spectator) return "looks on";
  return player.ownsServer ? "owns this server" : "plays";
}

function userBar(player) {
  const isOpen = player.user.dms_open !== false;
  return h("div.user-bar", {}, avatar(player.user),
    h("div.user-words", {}, h("b", {}, nameOf(player.user)), h("span.quiet", {}, roleOf(player))),
    h("button.dms-toggle", {
      type: "button", role: "switch", "aria-checked": String(isOpen), "data-key": "dms", class: isOpen ? "" : "closed",
      title: isOpen ? "The bot may write to you. Press to close your DMs." : "The bot's messages to you are refused. Press to open your DMs.",
      onclick: () => player.setDms(!isOpen),
    }, isOpen ? "DMs open" : "DMs closed"));
}
