/**
 * Message components, old and new (v2). Each type has one function; a type nobody knows is shown as such, so that
 * nothing a bot sends is lost without a word.
 *
 * A function gets the component and `place`: `{message, names, people, press(component, values), waiting}` where
 * `waiting` is the custom id of the component whose answer is awaited, or null.
 */
import { h, icon, safeUrl } from "./dom.js";
import { channelName } from "./kinds.js";
import { markdown } from "./markdown.js";
import { fileElement, pictureElement } from "./pictures.js";
import { selectMenu } from "./select.js";

export function componentElements(components, place) {
  return (components ?? []).map((component) => (DRAW[component.type] ?? unknown)(component, place));
}

const DRAW = {
  1: (row, place) => h("div.row", {}, componentElements(row.components, place)),
  2: button,
  3: (select, place) => select_(select, place, select.options.map(asOption)),
  5: (select, place) => select_(select, place, place.people.map(asPerson)),
  6: (select, place) => select_(select, place, place.roles ?? []),
  7: (select, place) => select_(select, place, place.people.map(asPerson)),
  8: (select, place) => select_(select, place, (place.channels ?? []).map(asChannel)),
  9: section,
  10: (text, place) => h("div.text", {}, markdown(text.content, place.names)),
  11: (thumbnail, place) => pictureElement(asPicture(thumbnail, place), "thumbnail"),
  12: gallery,
  13: (file, place) => fileElement({ ...asPicture(file, place), filename: file.name ?? fileName(file, place), size: file.size }),
  14: separator,
  17: container,
};

function unknown(component) {
  return h("div.unknown", {}, `(a component of type ${component.type}, which this page does not draw)`);
}

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

export function emojiOf(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}

function button(component, place) {
  const words = [
    component.emoji && h("span.emoji", {}, emojiOf(component.emoji)),
    component.label && h("span", {}, component.label),
  ];
  if (component.style === 5) {
    const [, channel] = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)$/.exec(component.url) ?? [];
    if (channel && place.names.knows(channel)) {
      return h("button.button.link", { type: "button", onclick: () => place.names.open(channel) }, words, icon("link"));
    }
    return h("a.button.link", { href: safeUrl(component.url), target: "_blank", rel: "noopener noreferrer" }, words, icon("link"));
  }
  const isWaiting = place.waiting === component.custom_id;
  return h(
    `button.button.${STYLES[component.style] ?? "secondary"}`,
    {
      type: "button",
      disabled: Boolean(component.disabled) || isWaiting,
      class: isWaiting ? "waiting" : "",
      "aria-busy": isWaiting ? "true" : null,
      "data-custom-id": component.custom_id,
      onclick: () => place.press(component, null),
    },
    words,
  );
}

const asOption = (option) => ({ ...option, emoji: emojiOf(option.emoji) });
const asPerson = (person) => ({ label: person.global_name ?? person.username, value: person.id, description: person.bot ? "Bot" : "" });
const asChannel = (channel) => ({ label: channelName(channel), value: channel.id });

function select_(component, place, options) {
  const defaults = new Set((component.default_values ?? []).map((value) => value.id));
  const menu = selectMenu({
    label: component.placeholder || "Select menu",
    placeholder: component.placeholder,
    options: options.map((option) => ({ ...option, default: option.default || defaults.has(option.value) })),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: Boolean(component.disabled) || place.waiting === component.custom_id,
    onpick: (values) => place.press(component, values),
  });
  menu.querySelector("button").dataset.customId = component.custom_id;
  return menu;
}

function section(component, place) {
  return h("div.section", {},
    h("div.section-texts", {}, componentElements(component.components, place)),
    h("div.section-accessory", {}, componentElements([component.accessory], place)));
}

function gallery(component, place) {
  const pictures = component.items.map((item) => pictureElement(asPicture(item, place)));
  return h("div.gallery", { "data-count": String(Math.min(pictures.length, 5)) }, pictures);
}

function separator(component) {
  const size = component.spacing === 2 ? "large" : "small";
  return h("div.separator", { role: component.divider === false ? null : "separator", class: `${size}${component.divider === false ? " bare" : ""}` });
}

function container(component, place) {
  const colour = component.accent_color ?? component.accent_colour;
  const style = colour === null || colour === undefined ? {} : { "--accent-bar": `#${colour.toString(16).padStart(6, "0")}` };
  const box = h("div.container", { style, class: component.spoiler ? "container-spoiler" : "" }, componentElements(component.components, place));
  if (!component.spoiler) return box;
  const reveal = h("button.container-reveal", { type: "button" }, "Spoiler: show");
  reveal.addEventListener("click", () => {
    box.classList.remove("container-spoiler");
    reveal.remove();
  });
  box.prepend(reveal);
  return box;
}

const fileName = (component, place) => matching(component, place)?.filename ?? "file";

/** The attachment that `attachment://name` or a finished address means, if it is one of the message. */
function matching(component, place) {
  const url = (component.media ?? component.file)?.url ?? "";
  const name = url.startsWith("attachment://") ? url.slice("attachment://".length) : null;
  return (place.message?.attachments ?? []).find((each) => each.filename === name || each.url === url);
}

function asPicture(component, place) {
  const media = component.media ?? component.file;
  const attachment = matching(component, place);
  return {
    url: attachment?.url ?? media.url,
    width: media.width ?? attachment?.width,
    height: media.height ?? attachment?.height,
    description: component.description ?? attachment?.description,
    spoiler: component.spoiler,
  };
}
