/** Embeds: the framed cards under a message's text. */
import { h, safeUrl } from "./dom.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { pictureElement } from "./pictures.js";
import { messageTime } from "./times.js";

export function embedElement(embed, message, names) {
  const colour = embed.color ?? null;
  return h(
    "div.embed",
    { style: colour === null ? {} : { "--accent-bar": `#${colour.toString(16).padStart(6, "0")}` } },
    h("div.embed-words", {},
      embed.author?.name && h("div.embed-author", {}, linked(embed.author.name, embed.author.url)),
      embed.title && h("div.embed-title", {}, linked(inlineMarkdown(embed.title, names), embed.url)),
      embed.description && h("div.text", {}, markdown(embed.description, names)),
      embed.fields?.length ? h("div.embed-fields", {}, embed.fields.map((field) => fieldElement(field, names))) : null),
    embed.thumbnail && pictureElement(resolved(embed.thumbnail, message), "thumbnail"),
    embed.image && pictureElement(resolved(embed.image, message)),
    footer(embed),
  );
}

const linked = (words, url) =>
  url ? h("a", { href: safeUrl(url), target: "_blank", rel: "noopener noreferrer" }, words) : words;

function fieldElement(field, names) {
  return h("div.embed-field", { class: field.inline ? "inline" : "" },
    h("div.embed-field-name", {}, inlineMarkdown(field.name, names)),
    h("div.text", {}, markdown(field.value, names)));
}

function footer(embed) {
  const parts = [embed.footer?.text, embed.timestamp && messageTime(new Date(embed.timestamp))].filter(Boolean);
  return parts.length ? h("div.embed-footer", {}, parts.join(" • ")) : null;
}

/** A picture of an embed; `attachment://name` means a file of the message. */
function resolved(picture, message) {
  const name = picture.url?.startsWith("attachment://") ? picture.url.slice("attachment://".length) : null;
  const attachment = message.attachments?.find((each) => each.filename === name || each.url === picture.url);
  return { ...picture, url: attachment?.url ?? picture.url, description: picture.description ?? attachment?.description };
}

/** Whether an embed already shows an attachment, so that it is not shown twice. */
export function shownInEmbed(attachment, embeds) {
  const urls = (embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]);
  return urls.includes(attachment.url) || urls.includes(`attachment://${attachment.filename}`);
}
