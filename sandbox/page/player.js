/**
 * One player's line to the sandbox: what this player sees, kept up to date, and what this player does.
 *
 * Fires `change` events whose `detail.what` says what is new: "state" (everything), "channels", "members", "messages" (with
 * `detail.channel`), "commands", "bot", "connection", "typing", "interactions", "modal" (with `detail.modal`).
 */
import { isDm, TEXT } from "./kinds.js";

const PAGE_OF_MESSAGES = 100;
const TYPING_LASTS = 9_000;
const SLOWEST_RETRY = 5_000;
const SETTLED = ["thinking", "answered", "acknowledged", "modal", "failed"];

/** A request that was refused; `message` is the server's sentence, `body` what else it said. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error ?? `The sandbox answered ${status}.`);
    this.status = status;
    this.body = body ?? {};
  }
}

export async function request(base, method, path, body) {
  const options = { method, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(new URL(path, base), options);
  } catch {
    throw new Refused(0, { error: "The sandbox does not answer. Is it still running?" });
  }
  const text = await response.text();
  const answer = readJson(text);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

function readJson(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const byId = (one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Whether snowflake *one* is later than *other*; a missing one is earlier than any. */
export function isLater(one, other) {
  return Boolean(one) && (!other || byId({ id: one }, { id: other }) > 0);
}

export class Player extends EventTarget {
  /** @param {object} user - of `api/table`, with its token */
  constructor(user) {
    super();
    this.user = user;
    this.base = new URL(`../${user.token}/`, location.href);
    this.connection = "connecting"; // connecting, connected, reconnecting, gone
    this.channels = new Map();
    this.members = new Map();
    this.commands = [];
    this.guild = null;
    this.bot = null;
    this.botOnline = false;
    this.messages = new Map(); // channel id: {list, atStart}
    this.unread = new Map(); // channel id: how many new messages
    this.calls = new Map(); // channel id: how many of them are for this player: DMs and mentions
    this.read = new Map(Object.entries(recall(`read-${user.id}`) ?? {})); // channel id: newest message read
    this.typing = new Map(); // channel id: Map of user id to the time it ends
    this.waiting = new Map(); // message id: custom id of the component pressed
    this.failures = new Map(); // message id: why a press on it failed
    this.sending = new Map(); // interaction id: {channel, path, error}, commands not answered yet
    this.outcomes = new Map(); // interaction id: its latest frame
    this.watched = new Map(); // interaction id: what to do with its frames
    this.place = null; // the channel that is looked at
    this.isShown = false;
    this.retries = 0;
  }

  changed(what, more = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, ...more } }));
  }

  // ---- the line ----

  connect() {
    const url = new URL("api/events", this.base);
    url.protocol = "ws:";
    this.socket = new WebSocket(url);
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  async lost() {
    if (this.connection === "gone") return;
    this.connection = this.connection === "connecting" ? "connecting" : "reconnecting";
    this.changed("connection");
    const wait = Math.min(SLOWEST_RETRY, 300 * 2 ** this.retries);
    this.retries += 1;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (await this.isForgotten()) {
      this.connection = "gone";
      this.changed("connection");
    } else this.connect();
  }

  /** Whether the sandbox is there, but knows this player's token no more. */
  async isForgotten() {
    try {
      await this.ask("GET", "api/table");
      return false;
    } catch (refused) {
      return [401, 403, 404].includes(refused.status);
    }
  }

  take(frame) {
    this[`on_${frame.type}`]?.(frame);
  }

  on_ready({ state }) {
    this.connection = "connected";
    this.retries = 0;
    this.user = { ...this.user, ...state.me };
    this.bot = state.bot;
    this.botOnline = state.bot_online;
    this.guild = state.guild;
    this.members = new Map(state.guild.members.map((member) => [member.id, member]));
    this.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
    this.commands = state.commands;
    this.place = this.channels.has(this.place) ? this.place : this.firstPlace();
    const loaded = [...this.messages.keys()];
    this.waiting.clear();
    this.sending.clear();
    this.failures.clear();
    this.noteUnread();
    this.changed("state");
    for (const id of new Set([...loaded, this.place])) if (this.channels.has(id)) this.load(id);
  }

  firstPlace() {
    const kept = recall(`place-${this.user.id}`);
    return this.channels.has(kept) ? kept : ([...this.channels.values()].find((channel) => channel.type === TEXT)?.id ?? null);
  }

  on_message({ channel_id: id, message }) {
    this.put(id, message);
    this.typing.get(id)?.delete(message.author.id);
    const channel = this.channels.get(id);
    if (channel && isLater(message.id, channel.last_message_id)) channel.last_message_id = message.id;
    if (this.place === id && this.isShown) this.markRead(id);
    else if (message.author.id !== this.user.id && isLater(message.id, this.read.get(id))) {
      this.unread.set(id, (this.unread.get(id) ?? 0) + 1);
      if (isDm(channel) || this.isMentioned(message)) this.calls.set(id, (this.calls.get(id) ?? 0) + 1);
    }
    this.changed("messages", { channel: id, message });
    this.changed("channels");
  }

  isMentioned(message) {
    return message.mention_everyone || (message.mentions ?? []).some((user) => user.id === this.user.id);
  }

  on_message_edit({ channel_id: id, message }) {
    this.put(id, message);
    this.typing.get(id)?.delete(message.author.id);
    this.changed("messages", { channel: id });
    this.changed("typing");
  }

  on_message_delete({ channel_id: id, message_id: gone }) {
    const kept = this.messages.get(id);
    if (kept) kept.list = kept.list.filter((message) => message.id !== gone);
    if (isDm(this.channels.get(id)) && isLater(gone, this.read.get(id))) this.unreadGone(id);
    this.changed("messages", { channel: id });
  }

  /** A direct message was taken back before it was read. */
  unreadGone(id) {
    for (const counts of [this.unread, this.calls]) {
      const left = (counts.get(id) ?? 0) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    }
    this.changed("channels");
  }

  on_channel({ channel }) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.changed("channels");
  }

  on_channel_delete({ channel_id: id }) {
    this.channels.delete(id);
    this.messages.delete(id);
    this.unread.delete(id);
    this.calls.delete(id);
    if (this.place === id) this.open(this.firstPlace());
    this.changed("channels");
  }

  on_typing({ channel_id: id, user_id: user }) {
    if (user === this.user.id) return;
    if (!this.typing.has(id)) this.typing.set(id, new Map());
    this.typing.get(id).set(user, Date.now() + TYPING_LASTS);
    this.changed("typing");
    setTimeout(() => this.changed("typing"), TYPING_LASTS + 50);
  }

  on_commands({ commands }) {
    this.commands = commands;
    this.changed("commands");
  }

  /** Whether the bot was here, and has left. */
  get botHasLeft() {
    return this.bot !== null && this.members.size > 0 && !this.members.has(this.bot.id);
  }

  get ownsServer() {
    return this.guild !== null && this.guild.owner_id === this.user.id;
  }

  on_members({ members }) {
    this.members = new Map(members.map((member) => [member.id, member]));
    this.changed("members");
  }

  on_bot({ online }) {
    this.botOnline = online;
    this.changed("bot");
  }

  on_interaction(frame) {
    this.outcomes.set(frame.interaction_id, frame);
    this.watched.get(frame.interaction_id)?.(frame);
    if (frame.state === "modal") this.changed("modal", { modal: frame.modal, channel: frame.channel_id });
  }

  /** Call *then* with each frame of an interaction, those included that came before its number was known. */
  watch(id, then) {
    this.watched.set(id, then);
    const known = this.outcomes.get(id);
    if (known) then(known);
  }

  // ---- what is seen ----

  put(channel, message) {
    const kept = this.messages.get(channel);
    if (!kept) return;
    const at = kept.list.findIndex((each) => each.id === message.id);
    if (at >= 0) kept.list[at] = message;
    else {
      kept.list.push(message);
      kept.list.sort(byId);
    }
  }

  /** Read the newest messages of a place, for the first time or anew; those that arrive meanwhile are kept. */
  async load(id) {
    const kept = this.messages.get(id) ?? { list: [], atStart: false };
    this.messages.set(id, kept);
    try {
      const list = await this.ask("GET", `api/channels/${id}/messages?limit=${PAGE_OF_MESSAGES}`);
      const last = list.at(-1)?.id;
      kept.list = [...list, ...kept.list.filter((message) => isLater(message.id, last))];
      kept.atStart = list.length < PAGE_OF_MESSAGES;
      kept.isLoaded = true;
      kept.error = null;
    } catch (refused) {
      kept.error = refused.message;
    }
    this.changed("messages", { channel: id });
  }

  async loadOlder(id) {
    const kept = this.messages.get(id);
    if (!kept?.isLoaded || kept.atStart || kept.isLoading) return;
    kept.isLoading = true;
    const first = kept.list.find((message) => message.id);
    const list = await this.ask("GET", `api/channels/${id}/messages?limit=${PAGE_OF_MESSAGES}&before=${first.id}`).catch(() => null);
    kept.isLoading = false;
    if (!list) return;
    const known = new Set(kept.list.map((message) => message.id));
    kept.atStart = list.length < PAGE_OF_MESSAGES;
    kept.list = [...list.filter((message) => !known.has(message.id)), ...kept.list];
    this.changed("messages", { channel: id, older: true });
  }

  noteUnread() {
    for (const channel of this.channels.values()) {
      const isNew = isLater(channel.last_message_id, this.read.get(channel.id));
      if (!isNew) this.forgetUnread(channel.id);
      else if (this.read.has(channel.id) || isDm(channel)) this.unread.set(channel.id, Math.max(1, this.unread.get(channel.id) ?? 0));
      if (isNew && isDm(channel)) this.calls.set(channel.id, this.unread.get(channel.id));
    }
  }

  open(id) {
    this.place = id;
    remember(`place-${this.user.id}`, id);
    if (id && !this.messages.has(id)) this.load(id);
    if (id) this.markRead(id);
    this.changed("place");
  }

  forgetUnread(id) {
    this.unread.delete(id);
    this.calls.delete(id);
  }

  markRead(id) {
    this.forgetUnread(id);
    const last = this.channels.get(id)?.last_message_id;
    if (!last || this.read.get(id) === last) return;
    this.read.set(id, last);
    remember(`read-${this.user.id}`, Object.fromEntries(this.read));
  }

  /** How many new messages are for this player: what a red number stands for. */
  allCalls() {
    return [...this.calls.values()].reduce((sum, count) => sum + count, 0);
  }

  // ---- what is done ----

  ask(method, path, body) {
    return request(this.base, method, path, body);
  }

  say(content) {
    return this.ask("POST", "api/messages", { channel_id: this.place, content });
  }

  /** Run a slash command in the place looked at. Raises Refused if the sandbox does not take it. */
  async run(path, options) {
    const channel = this.place;
    const { interaction_id: id } = await this.ask("POST", "api/commands", { channel_id: channel, path, options });
    this.sending.set(id, { channel, path, error: null });
    this.changed("interactions");
    this.watch(id, (frame) => {
      if (!SETTLED.includes(frame.state)) return;
      if (frame.state === "failed") this.sending.set(id, { channel, path, error: frame.error });
      else this.sending.delete(id);
      this.changed("interactions");
    });
  }

  dismissFailure(id) {
    this.sending.delete(id);
    this.changed("interactions");
  }

  autocomplete(path, options, focused) {
    return this.ask("POST", "api/autocomplete", { channel_id: this.place, path, options, focused });
  }

  /** Press a button, or choose *values* in a select. What goes wrong is shown under the message. */
  async press(channel, message, customId, values) {
    this.waiting.set(message, customId);
    this.failures.delete(message);
    this.changed("messages", { channel });
    const settle = (error) => {
      this.waiting.delete(message);
      if (error) this.failures.set(message, error);
      this.changed("messages", { channel });
    };
    try {
      const body = { channel_id: channel, message_id: message, custom_id: customId, values: values ?? [] };
      const { interaction_id: id } = await this.ask("POST", "api/components", body);
      this.watch(id, (frame) => SETTLED.includes(frame.state) && settle(frame.state === "failed" ? frame.error : null));
    } catch (refused) {
      settle(refused.message);
    }
  }

  /** Submit a modal. Resolves to null when the bot has answered, or to the reason why it failed. */
  async submit(modal, values) {
    const { interaction_id: id } = await this.ask("POST", "api/modals", { modal_id: modal, values });
    return new Promise((resolve) => {
      this.watch(id, (frame) => SETTLED.includes(frame.state) && resolve(frame.state === "failed" ? frame.error : null));
    });
  }

  dismiss(channel, message) {
    return this.ask("DELETE", `api/channels/${channel}/messages/${message}`);
  }

  async openDm() {
    const channel = await this.ask("POST", "api/dms");
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.open(channel.id);
    this.changed("channels");
  }

  async setDms(open) {
    const answer = await this.ask("PUT", "api/dms", { open });
    this.user.dms_open = answer.open;
    this.changed("dms");
  }
}

/** A note this browser keeps; null if there is none, or notes are forbidden here. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the page only forgets sooner.
  }
}
