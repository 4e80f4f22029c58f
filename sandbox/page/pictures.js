/** Pictures and files: sized before they load, large on a click, their alt text shown on request. */
import { freshId, h, icon, safeUrl } from "./dom.js";

/**
 * A picture as a button that opens it large.
 *
 * @param {{url: string, width?: number, height?: number, description?: string, spoiler?: boolean}} picture
 * @param {string} [kind] - a class: "picture" or "thumbnail"
 */
export function pictureElement(picture, kind = "picture") {
  const alt = picture.description ?? "";
  const image = h("img", {
    src: safeUrl(picture.url),
    alt: alt || "Picture without a description",
    width: picture.width,
    height: picture.height,
    decoding: "async",
  });
  const button = h("button.picture-open", { type: "button", title: "Open large" }, image);
  button.addEventListener("click", () => {
    if (picture.spoiler && !frame.classList.contains("shown")) frame.classList.add("shown");
    else openLarge(picture);
  });
  const frame = h(`figure.${kind}`, { class: picture.spoiler ? "picture-spoiler" : "" }, button);
  if (alt && kind === "picture") frame.append(...altBadge(alt));
  return frame;
}

/** The ALT badge and the text it shows. */
function altBadge(alt) {
  const id = freshId("alt");
  const text = h("figcaption.alt-text", { id, hidden: true }, alt);
  const badge = h("button.alt-badge", { type: "button", "aria-expanded": "false", "aria-controls": id }, "ALT");
  badge.setAttribute("aria-label", "Show the picture's description");
  badge.addEventListener("click", () => {
    text.hidden = !text.hidden;
    badge.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [badge, text];
}

/** The picture over the whole page, with its description under it. Escape, a click beside it or the cross close it. */
export function openLarge(picture) {
  const image = h("img", { src: safeUrl(picture.url), alt: picture.description || "Picture without a description" });
  image.addEventListener("click", () => image.classList.toggle("full-size"));
  const close = h("button.lightbox-close", { type: "button", "aria-label": "Close" }, icon("close"));
  const words = picture.description
    ? h("details.lightbox-alt", {}, h("summary", {}, "Description"), h("p", {}, picture.description))
    : null;
  const original = h("a", { href: safeUrl(picture.url), target: "_blank", rel: "noopener noreferrer" }, "Open in a new tab");
  const dialog = h("dialog.lightbox", { "aria-label": "Picture" }, close, h("div.lightbox-picture", {}, image),
    h("div.lightbox-foot", {}, words, original));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.classList.contains("lightbox-picture")) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function fileElement(file) {
  const size = file.size === undefined ? "" : ` (${Math.max(1, Math.round(file.size / 1024)).toLocaleString()} KiB)`;
  const name = file.filename ?? file.name ?? "file";
  return h("div.file", {}, icon("file"),
    h("a", { href: safeUrl(file.url), download: name }, name), h("span.quiet", {}, size));
}

/** An attachment of a message: a picture if it is one, else a file to download. */
export function attachmentElement(attachment) {
  const isPicture = attachment.content_type?.startsWith("image/") ?? /\.(png|jpe?g|webp|gif)$/i.test(attachment.filename);
  if (!isPicture) return fileElement(attachment);
  return pictureElement({ ...attachment, spoiler: attachment.filename.startsWith("SPOILER_") });
}
