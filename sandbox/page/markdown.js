/**
 * Discord's markdown, from text to DOM nodes. Nothing here knows HTML: what is not a mark becomes a text node.
 *
 * `names` puts ids into words: `names.user(id)`, `names.channel(id)`, with its sign, `names.role(id)`, each a string, and
 * `names.open(id)`, called when a mentioned channel is clicked.
 */
import { h, safeUrl } from "./dom.js";
import { timeElement } from "./times.js";

const DEEPEST = 12; // marks inside marks; what is deeper stays plain text

/** Text with all marks: blocks (headings, lists, quotes, code) and what stands in their lines. */
export function markdown(text, names) {
  return blocks(String(text ?? "").replaceAll("\r\n", "\n"), names, 0);
}

/** Text in one line: no blocks. */
export function inlineMarkdown(text, names) {
  return inline(String(text ?? ""), names, 0);
}

function blocks(text, names, depth) {
  const out = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("span.paragraph", {}, inline(paragraph.join("\n"), names, depth)));
    paragraph = [];
  };
  let rest = text;
  while (rest.length) {
    const taken = depth < DEEPEST && takeBlock(rest, names, depth);
    if (taken) {
      flush();
      out.push(taken.node);
      rest = rest.slice(taken.length);
      continue;
    }
    const end = lineEnd(rest);
    paragraph.push(rest.slice(0, end).replace(/\n$/, ""));
    rest = rest.slice(end);
  }
  flush();
  return out;
}

/** Where the first line ends; a code block that starts inside a line belongs to it only as far as its opening. */
function lineEnd(text) {
  const newline = text.indexOf("\n");
  const end = newline < 0 ? text.length : newline + 1;
  const fence = text.indexOf("```", 1);
  return fence > 0 && fence < end && /^```[\s\S]+?```/.test(text.slice(fence)) ? fence : end;
}

function takeBlock(text, names, depth) {
  for (const [pattern, build] of BLOCKS) {
    const match = pattern.exec(text);
    if (match) return { node: build(match, names, depth + 1), length: match[0].length };
  }
  return null;
}

const BLOCKS = [
  [/^```(?:([\w+#.-]+)\n)?\n*([\s\S]+?)\n*```\n?/, ([, , code]) => h("pre.codeblock", {}, h("code", {}, code))],
  [/^(#{1,3}) +(\S[^\n]*)(?:\n|$)/, heading],
  [/^-# +(\S[^\n]*)(?:\n|$)/, ([, line], names, depth) => h("small.subtext", {}, inline(line, names, depth))],
  [/^>>> ([\s\S]*)/, ([, inside], names, depth) => h("blockquote", {}, blocks(inside, names, depth))],
  [/^(?:> [^\n]*(?:\n|$))+/, quote],
  [/^ *(?:[-*]|\d+\.) +\S[^\n]*(?:\n|$)(?: *(?:[-*]|\d+\.) +\S[^\n]*(?:\n|$)| {2,}\S[^\n]*(?:\n|$))*/, list],
];

function heading([, marks, line], names, depth) {
  // Headings of a message stand below the page's own, which end at level 2.
  return h(`h${marks.length + 2}.md-h${marks.length}`, {}, inline(line, names, depth));
}

function quote([whole], names, depth) {
  return h("blockquote", {}, blocks(whole.replace(/^> /gm, "").replace(/\n$/, ""), names, depth));
}

function list([whole], names, depth) {
  const items = [];
  for (const line of whole.replace(/\n$/, "").split("\n")) {
    const match = /^( *)([-*]|\d+\.) +(.*)$/.exec(line);
    if (match) items.push({ indent: match[1].length, mark: match[2], text: match[3] });
    else items.at(-1).text += `\n${line.trim()}`;
  }
  return nest(items, names, depth);
}

/** Lists in lists, by how far their lines are indented; numbers after dots begin a new list. */
function nest(items, names, depth) {
  const [first] = items;
  const lists = [];
  for (let at = 0; at < items.length; ) {
    let next = at + 1;
    while (next < items.length && items[next].indent > first.indent) next += 1;
    const inner = items.slice(at + 1, next);
    const name = /\d/.test(items[at].mark) ? "OL" : "UL";
    if (lists.at(-1)?.tagName !== name) lists.push(h(name, { start: name === "OL" ? parseInt(items[at].mark, 10) : null }));
    const below = inner.length && depth < DEEPEST ? nest(inner, names, depth + 1) : null;
    lists.at(-1).append(h("li", {}, inline(items[at].text, names, depth), below));
    at = next;
  }
  return h("div.list", {}, lists);
}

const wrap = (tag) => (match, names, depth) => h(tag, {}, inline(match[1], names, depth));

/** Each mark that can stand in a line. The patterns are sticky: they match where the reader stands, or not at all. */
const MARKS = [
  [/\\([^0-9A-Za-z\s])/y, ([, character]) => character],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, ([, , code]) => h("code.inline", {}, code.trim() || code)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, unix, style]) => timeElement(Number(unix), style)],
  [/<@!?(\d+)>/y, ([, id], names) => h("span.mention", {}, `@${names.user(id)}`)],
  [/<@&(\d+)>/y, ([, id], names) => h("span.mention", {}, `@${names.role(id)}`)],
  [/<#(\d+)>/y, channelMention],
  [/<\/([^:>]{1,100}):\d+>/y, ([, name]) => h("span.mention", {}, `/${name}`)],
  [/<a?:(\w+):\d+>/y, ([, name]) => `:${name}:`],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => link(url, [url])],
  [/\[((?:[^[\]\\\n]|\\.)+)\]\(<?(https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?: "[^"\n]*")?\)/y, maskedLink],
  [/https?:\/\/[^\s<>]+[^\s<>.,:;"')\]*_~|!?]/y, ([url]) => link(url, [url])],
  [/@(?:everyone|here)\b/y, ([name]) => h("span.mention", {}, name)],
  [/\|\|([\s\S]+?)\|\|/y, spoiler],
  [/\*\*\*(?=\S)([\s\S]*?\S)\*\*\*(?!\*)/y, (match, names, depth) => h("strong", {}, wrap("em")(match, names, depth))],
  [/\*\*(?=\S)([\s\S]*?\S\*?)\*\*(?!\*)/y, wrap("strong")],
  [/\*(?=[^\s*])((?:\*\*[\s\S]+?\*\*|[^*])*?[^\s*]|(?:\*\*[\s\S]+?\*\*))\*(?!\*)/y, wrap("em")],
  [/__([\s\S]+?)__(?!_)/y, wrap("u")],
  [/(?<!\w)_((?:__[\s\S]+?__|[^_])+?)_(?!\w)/y, wrap("em")],
  [/~~([\s\S]+?)~~/y, wrap("s")],
];
const MARK_STARTS = /[\\`<[*_~|@h]/g;

function inline(text, names, depth) {
  const out = [];
  let plain = "";
  let at = 0;
  const keep = (node) => {
    if (typeof node === "string") plain += node;
    else {
      if (plain) out.push(plain);
      plain = "";
      out.push(node);
    }
  };
  while (at < text.length) {
    const found = depth < DEEPEST && takeMark(text, at, names, depth);
    if (found) {
      keep(found.node);
      at += found.length;
      continue;
    }
    MARK_STARTS.lastIndex = at + 1;
    const next = MARK_STARTS.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
  }
  if (plain) out.push(plain);
  return out;
}

function takeMark(text, at, names, depth) {
  for (const [pattern, build] of MARKS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: build(match, names, depth + 1), length: match[0].length };
  }
  return null;
}

function channelMention([, id], names) {
  return h("button.mention", { type: "button", onclick: () => names.open(id) }, names.channel(id));
}

function maskedLink([, label, url], names, depth) {
  return link(url, inline(label, names, depth));
}

function link(url, label) {
  return h("a", { href: safeUrl(url), target: "_blank", rel: "noopener noreferrer", title: url }, label);
}

function spoiler([, inside], names, depth) {
  const element = h(
    "span.spoiler",
    { role: "button", tabindex: "0", "aria-label": "Spoiler, press to show", "aria-expanded": "false" },
    h("span.spoiler-text", { "aria-hidden": "true" }, inline(inside, names, depth)),
  );
  const show = (event) => {
    if (element.classList.contains("shown") || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("shown");
    element.setAttribute("aria-expanded", "true");
    element.removeAttribute("aria-label");
    element.removeAttribute("role");
    element.firstChild.removeAttribute("aria-hidden");
  };
  element.addEventListener("click", show);
  element.addEventListener("keydown", show);
  return element;
}
