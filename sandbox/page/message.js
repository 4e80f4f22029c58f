/** One message of a place, with all that hangs on it. */
import { componentElements } from "./components.js";
import { h, icon } from "./dom.js";
import { embedElement, shownInEmbed } from "./embeds.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { attachmentElement } from "./pictures.js";
import { fullTime, messageTime } from "./times.js";

const V2 = 32768;
const EPHEMERAL = 64;
const THINKING = 128;
const NO_EMBEDS = 4;
const SILENT = 4096;
const TOGETHER = 7 * 60_000; // messages of one author within this time stand under one name

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
export const nameOf = (user) => user?.global_name ?? user?.username ?? "somebody";

/** Whether *message* stands under the name of the one *before* it. */
export function isContinued(message, before) {
  if (!before || usedCommand(message) || message.referenced_message || message.message_reference) return false;
  if (before.author.id !== message.author.id || isSystem(message) || isSystem(before)) return false;
  if (isEphemeral(message) !== isEphemeral(before)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

/** A round sign with a person's initial; the colour follows from the id, so that it is the same everywhere. */
export function avatar(user, extra = "") {
  // 137 degrees from one id to the next: neighbours get colours far apart.
  const hue = ([...String(user?.id ?? "0")].reduce((sum, digit) => (sum * 10 + Number(digit)) % 3600, 0) * 137) % 360;
  const initial = [...nameOf(user)][0]?.toUpperCase() ?? "?";
  return h("span.avatar", { class: `${user?.bot ? "bot" : ""} ${extra}`, style: { "--hue": String(hue) }, "aria-hidden": "true" }, initial);
}

/**
 * @param {object} message - as Discord's API gives it
 * @param {object} place - see components.js; also `continued`, `failed` (why a press failed, or null), `dismiss()`,
 *   `openThread(id)` and `viewer` (a user id)
 */
export function messageElement(message, place) {
  if (isSystem(message)) return systemElement(message, place);
  const head = place.continued ? null : headElement(message);
  const body = h("div.message-body", {}, head, contentElements(message, place), footElements(message, place));
  return h(
    "article.message",
    {
      id: null,
      "data-message": message.id,
      tabindex: "-1",
      "aria-label": `${nameOf(message.author)}, ${messageTime(new Date(message.timestamp))}`,
      class: classes(message, place),
    },
    aboveElement(message, place),
    place.continued ? shortTime(message) : avatar(message.author),
    body,
  );
}

function classes(message, place) {
  const mentioned = (message.mentions ?? []).some((user) => user.id === place.viewer) || message.mention_everyone;
  return [
    place.continued && "continued",
    isEphemeral(message) && "ephemeral",
    mentioned && "mentions-me",
    message.flags & SILENT && "silent",
  ].filter(Boolean).join(" ");
}

function headElement(message) {
  const date = new Date(message.timestamp);
  return h("header.message-head", {},
    h("span.author", { class: message.author.bot ? "is-bot" : "" }, nameOf(message.author)),
    message.author.bot && h("span.app-badge", {}, "APP"),
    h("time.quiet", { datetime: date.toISOString(), title: fullTime(date) }, messageTime(date)));
}

function shortTime(message) {
  const date = new Date(message.timestamp);
  return h("time.side-time", { datetime: date.toISOString(), title: fullTime(date) },
    date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
}

function usedCommand(message) {
  return message.interaction?.name ?? message.interaction_metadata?.name ?? null;
}

/** What stands above a message: the command it answers, or the message it replies to. */
function aboveElement(message, place) {
  const command = usedCommand(message);
  const user = message.interaction?.user ?? message.interaction_metadata?.user;
  if (command && user && message.type !== 19) {
    return h("div.above", {}, icon("reply"), h("b", {}, nameOf(user)), " used ", h("span.mention", {}, `/${command}`));
  }
  const answered = message.referenced_message;
  if (!answered) return null;
  const excerpt = answered.content || (answered.attachments?.length ? "a picture" : "a message");
  return h("div.above", {}, icon("reply"), h("b", {}, nameOf(answered.author)), " ",
    h("span.excerpt", {}, inlineMarkdown(excerpt.slice(0, 120).replaceAll("\n", " "), place.names)));
}

function contentElements(message, place) {
  if (message.flags & THINKING) {
    return h("div.thinking", { role: "status" }, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      `${nameOf(message.author)} is thinking…`);
  }
  const components = componentElements(message.components, place);
  if (message.flags & V2) return h("div.layout", {}, components, edited(message));
  const embeds = message.flags & NO_EMBEDS ? [] : (message.embeds ?? []);
  const loose = (message.attachments ?? []).filter((attachment) => !shownInEmbed(attachment, embeds));
  return [
    message.content && h("div.text", {}, markdown(message.content, place.names), edited(message)),
    loose.length > 0 && h("div.attachments", {}, loose.map(attachmentElement)),
    embeds.map((embed) => embedElement(embed, message, place.names)),
    components,
    !message.content && edited(message),
  ];
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return h("span.edited", { title: fullTime(new Date(message.edited_timestamp)) }, " (edited)");
}

function footElements(message, place) {
  return [
    message.thread && threadLink(message.thread, place),
    place.failed && h("div.failed", { role: "alert" }, place.failed),
    isEphemeral(message) && h("div.only-you", {}, icon("eye"), "Only you can see this • ",
      h("button.as-link", { type: "button", onclick: place.dismiss }, "Dismiss message")),
  ];
}

function threadLink(thread, place) {
  return h("button.thread-link", { type: "button", onclick: () => place.openThread(thread.id) },
    icon("thread"), h("span", {}, thread.name), h("span.go", {}, "Open thread ›"));
}

const SYSTEM = {
  1: (name) => [name, " added somebody to the thread."],
  4: (name, message) => [name, " changed the name: ", h("b", {}, message.content)],
  6: (name) => [name, " pinned a message."],
  7: (name) => [name, " is here now."],
  18: (name, message, place) => [name, " started a thread: ",
    h("button.as-link.strong", { type: "button", onclick: () => place.openThread(message.message_reference?.channel_id) }, message.content),
    "."],
};

const isSystem = (message) => message.type in SYSTEM;

function systemElement(message, place) {
  return h("article.message.system", { "data-message": message.id, tabindex: "-1" },
    h("span.system-sign", { "aria-hidden": "true" }, "→"),
    h("div.message-body", {},
      h("span", {}, SYSTEM[message.type](h("b", {}, nameOf(message.author)), message, place)),
      h("time.quiet", { datetime: message.timestamp }, ` ${messageTime(new Date(message.timestamp))}`)));
}
