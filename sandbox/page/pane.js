/** What one player sees: channels and DMs, the messages of the place looked at, the message box. */
import { Composer } from "./composer.js";
import { announce, h, icon, replaceChildren, settle } from "./dom.js";
import { channelName, isDm, isThread, signOf, TEXT, topicOf } from "./kinds.js";
import { avatar, isContinued, messageElement, nameOf } from "./message.js";
import { ModalForm } from "./modal.js";
import { drawSidebar } from "./sidebar.js";
import { startCard } from "./start.js";

const NEAR_END = 90; // pixels from the last message within which new ones are followed

export class Pane {
  constructor(player, page) {
    this.player = player;
    this.page = page;
    this.drawn = new Map(); // message id: {key, element}
    this.isAwake = false;
    this.isAtEnd = true;
    this.lastTop = 0;
    this.left = null; // how far the list was scrolled when the pane went out of sight
    this.build();
    player.addEventListener("change", ({ detail }) => this.isAwake && this.change(detail));
  }

  build() {
    this.sidebar = h("nav.sidebar", { "aria-label": "Channels" });
    this.head = h("header.place-head");
    this.start = h("div.start-place");
    this.list = h("div.messages", { role: "log", "aria-label": "Messages", "aria-live": "off", tabindex: "0" });
    this.jump = h("button.jump", { type: "button", hidden: true, onclick: () => this.toEnd() }, "New messages ", icon("down"));
    this.typing = h("div.typing", { role: "status" });
    this.composer = new Composer(this.player, () => this.start.hasChildNodes() && this.page.dismissStart());
    this.middle = h("section.middle", {}, this.head, this.start,
      h("div.messages-wrap", {}, this.list, this.jump), this.composer.element, this.typing);
    this.shade = h("button.shade", { type: "button", "aria-label": "Close the list of channels", onclick: () => this.drawer(false) });
    this.body = h("div.pane-body", {}, this.sidebar, this.shade, this.middle);
    this.element = h("section.pane", { "data-player": this.player.user.id, "aria-label": `${nameOf(this.player.user)}'s view` }, this.body);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
    this.list.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // Pictures that arrive late must not push the newest message out of sight.
    this.watcher = new ResizeObserver(() => this.isAtEnd && this.toEnd());
    this.content = h("div.messages-content");
    this.list.append(this.content);
    this.watcher.observe(this.content);
    this.watcher.observe(this.list);
  }

  /** Come (back) into sight. */
  wake({ isFirst, isSplit, close }) {
    this.isAwake = true;
    this.close = isSplit ? close : null;
    this.showStart = isFirst && !isSplit;
    if (this.player.place) this.player.markRead(this.player.place);
    this.drawAll();
    if (this.isAtEnd) this.toEnd();
    else if (this.left !== null) this.list.scrollTop = this.left;
    this.left = null;
    const modal = this.player.modal;
    if (modal && this.form?.modal !== modal) this.openModal(modal);
  }

  /** Go out of sight; a list that is taken off the page forgets how far it was scrolled. */
  rest() {
    if (this.isAwake) this.left = this.list.scrollTop;
    this.isAwake = false;
  }

  change(detail) {
    const here = detail.channel === undefined || detail.channel === this.player.place;
    if (detail.what === "state" || detail.what === "place") return this.drawAll();
    if (detail.what === "messages" && here) return this.drawMessages(detail);
    if (detail.what === "channels" || detail.what === "dms") this.drawFrame();
    if (detail.what === "interactions") this.drawMessages({});
    if (detail.what === "typing") this.drawTyping();
    if (["commands", "bot", "connection"].includes(detail.what)) this.composer.refresh();
    if (detail.what === "modal") this.openModal(detail.modal);
    return undefined;
  }

  drawAll() {
    if (this.place !== this.player.place) {
      this.place = this.player.place;
      this.drawn.clear();
      this.content.replaceChildren();
      this.isAtEnd = true;
      this.drawer(false);
    }
    this.drawFrame();
    this.drawMessages({});
    this.drawTyping();
    this.composer.refresh();
  }

  drawFrame() {
    drawSidebar(this.sidebar, this.player, { open: (id) => this.open(id) });
    this.drawHead();
    const isChannel = this.player.channels.get(this.player.place)?.type === TEXT; // in threads and DMs the race has begun
    const wants = this.showStart && isChannel && startCard(this.player, this.composer, this.page.dismissStart);
    if (Boolean(wants) !== this.start.hasChildNodes()) replaceChildren(this.start, wants);
  }

  open(id) {
    this.player.open(id);
    this.drawer(false);
    this.composer.focus();
  }

  drawer(on) {
    this.element.classList.toggle("drawer-open", on);
    this.head.querySelector(".menu")?.setAttribute("aria-expanded", String(on));
    if (on) this.sidebar.querySelector("button")?.focus();
  }

  drawHead() {
    const { player } = this;
    const channel = player.channels.get(player.place);
    const elsewhere = [...player.unread].filter(([id]) => id !== player.place);
    const urgent = player.allCalls();
    const parent = channel && isThread(channel) && player.channels.get(channel.parent_id);
    replaceChildren(this.head,
      h("button.menu.bare", { type: "button", "aria-label": urgent ? `Channels, ${urgent} unread` : "Channels", "aria-expanded": "false", onclick: () => this.drawer(true) },
        icon("menu"), urgent ? h("span.badge", {}, String(urgent)) : elsewhere.length > 0 && h("span.unread-dot")),
      this.close && h("span.pane-owner", {}, avatar(player.user, "small"), nameOf(player.user)),
      h("h2.place-name", {},
        parent && [h("button.as-link.parent", { type: "button", onclick: () => this.open(parent.id) }, channelName(parent)), h("span.quiet", {}, " › ")],
        placeName(channel, player)),
      topicOf(channel) && h("span.topic.quiet", { title: topicOf(channel) }, topicOf(channel)),
      this.close && h("button.bare.close-pane", { type: "button", "aria-label": `Hide ${nameOf(player.user)}`, onclick: () => this.close() }, icon("close")));
  }

  drawTyping() {
    const now = Date.now();
    const names = [...(this.player.typing.get(this.place) ?? [])].filter(([, until]) => until > now)
      .map(([id]) => nameOf(this.player.members.get(id)));
    this.typing.textContent = names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
  }

  // ---- messages ----

  names() {
    const { player } = this;
    return {
      user: (id) => nameOf(player.members.get(id)),
      role: (id) => player.guild?.roles?.find((role) => role.id === id)?.name ?? "role",
      channel: (id) => (player.channels.has(id) ? channelName(player.channels.get(id)) : "#unknown"),
      knows: (id) => player.channels.has(id),
      open: (id) => player.channels.has(id) && this.open(id),
    };
  }

  /** Bring the list up to date; a message that did not change keeps its element, with the focus and what is open in it. */
  drawMessages({ older, message }) {
    const kept = this.player.messages.get(this.place);
    const height = this.list.scrollHeight;
    const held = heldIn(this.content);
    const elements = [this.beginning(kept)];
    let before = null;
    for (const each of kept?.list ?? []) {
      elements.push(this.elementOf(each, before));
      before = each;
    }
    elements.push(...this.pendingElements());
    settle(this.content, elements.filter(Boolean));
    this.forget(kept?.list ?? []);
    held?.();
    if (older) this.list.scrollTop += this.list.scrollHeight - height;
    else if (this.isAtEnd || message?.author.id === this.player.user.id) this.toEnd();
    else if (message) this.jump.hidden = false;
    if (message && message.author.id !== this.player.user.id) this.announce(message);
  }

  /** Read a new message out, whatever it is made of: its first texts. */
  announce(message) {
    const texts = [...(this.drawn.get(message.id)?.element.querySelectorAll(".text") ?? [])].map((text) => text.textContent);
    announce(`${nameOf(message.author)}: ${texts.join(" ").slice(0, 300)}`);
  }

  elementOf(message, before) {
    const { player } = this;
    const continued = isContinued(message, before);
    const waiting = player.waiting.get(message.id) ?? null;
    const failed = player.failures.get(message.id) ?? null;
    const mark = JSON.stringify([continued, waiting, failed]);
    const drawn = this.drawn.get(message.id);
    if (drawn && drawn.message === message && drawn.mark === mark) return drawn.element;
    const element = messageElement(message, {
      message,
      continued,
      waiting,
      failed,
      viewer: player.user.id,
      names: this.names(),
      people: [...player.members.values()],
      roles: (player.guild?.roles ?? []).map((role) => ({ label: role.name, value: role.id })),
      channels: [...player.channels.values()].filter((channel) => !isDm(channel)),
      press: (component, values) => player.press(this.place, message.id, component.custom_id, values),
      dismiss: () => player.dismiss(this.place, message.id).catch((refused) => announce(refused.message)),
      openThread: (id) => player.channels.has(id) && this.open(id),
    });
    this.drawn.set(message.id, { message, mark, element });
    return element;
  }

  forget(list) {
    const ids = new Set(list.map((message) => message.id));
    for (const id of this.drawn.keys()) if (!ids.has(id)) this.drawn.delete(id);
  }

  beginning(kept) {
    if (!this.place) return h("p.loading", {}, this.player.connection === "connected" ? "There is no channel you may see." : "Connecting…");
    if (kept?.error) return h("p.loading", { role: "alert" }, kept.error);
    if (!kept?.isLoaded) return h("p.loading", {}, "Loading messages…");
    if (!kept.atStart) return h("p.loading", {}, "Scroll up for older messages");
    const channel = this.player.channels.get(this.place);
    const isPrivate = isDm(channel);
    return h("div.beginning", {},
      h("p.beginning-title", {}, isPrivate ? placeName(channel, this.player) : ["Welcome to ", placeName(channel, this.player)]),
      h("p.quiet", {}, isPrivate ? "Only you and the bot read this." : `${topicOf(channel)} Type / to see what the bot can do.`.trim()));
  }

  /** Commands that nobody answered yet, or that failed: seen by the one who sent them. */
  pendingElements() {
    return [...this.player.sending].filter(([, sent]) => sent.channel === this.place).map(([id, { path, error }]) =>
      h("article.message.pending", { class: error ? "ephemeral" : "", "data-interaction": id },
        h("div.above", {}, icon("reply"), h("b", {}, nameOf(this.player.user)), " used ", h("span.mention", {}, `/${path}`)),
        avatar(this.player.bot),
        h("div.message-body", {},
          h("header.message-head", {}, h("span.author.is-bot", {}, nameOf(this.player.bot)), h("span.app-badge", {}, "APP")),
          error ? h("div.failed", { role: "alert" }, error) : h("div.quiet", { role: "status" }, "Sending command…"),
          error && h("div.only-you", {}, icon("eye"), "Only you can see this • ",
            h("button.as-link", { type: "button", onclick: () => this.player.dismissFailure(id) }, "Dismiss message")))));
  }

  scrolled() {
    if (!this.isAwake) return;
    const { scrollTop } = this.list;
    const toGo = this.list.scrollHeight - scrollTop - this.list.clientHeight;
    // A list that grew under the reader has not been scrolled: only going up lets go of the end.
    if (toGo < NEAR_END) this.isAtEnd = true;
    else if (scrollTop < this.lastTop - 1) this.isAtEnd = false;
    this.lastTop = scrollTop;
    if (this.isAtEnd) this.jump.hidden = true;
    if (this.list.scrollTop < 60 && this.list.scrollHeight > this.list.clientHeight) this.player.loadOlder(this.place);
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.isAtEnd = true;
    this.jump.hidden = true;
  }

  // ---- modals ----

  openModal(modal) {
    this.form?.close();
    this.player.modal = modal;
    this.form = new ModalForm(modal, this.player, { names: this.names(), closed: () => this.modalClosed() });
    this.body.inert = true;
    this.element.append(this.form.element);
    this.form.focus();
  }

  modalClosed() {
    this.form = null;
    this.player.modal = null;
    this.body.inert = false;
    this.composer.focus();
  }
}

export function placeName(channel, player) {
  if (!channel) return "";
  if (isDm(channel)) return `@ ${nameOf(player.bot)}`;
  if (isThread(channel)) return channel.name;
  const sign = signOf(channel);
  return typeof sign === "string" ? `${sign} ${channel.name}` : [h("span.name-sign", {}, sign), channel.name];
}

/** Where the focus is in a list that is about to be redrawn: returns a function that puts it back, or null. */
function heldIn(content) {
  const id = content.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const message = document.activeElement?.closest?.("[data-message]")?.dataset.message;
  if (!id || !message) return null;
  return () => {
    if (content.contains(document.activeElement)) return;
    const again = content.querySelector(`[data-message="${message}"] [data-custom-id="${CSS.escape(id)}"]:not(:disabled)`);
    (again ?? content.querySelector(`[data-message="${message}"]`))?.focus({ preventScroll: true });
  };
}
