/** The message box: plain messages, and slash commands with their options. */
import { CommandLine } from "./command_line.js";
import { freshId, h, icon } from "./dom.js";
import { channelName, isDm } from "./kinds.js";
import { nameOf } from "./message.js";
import { fitting, nearest, readTyped, sendable } from "./slash.js";
import { Suggestions } from "./suggestions.js";

export class Composer {
  /** @param {function(): void} begun - called once a command has been sent */
  constructor(player, begun = () => {}) {
    this.player = player;
    this.begun = begun;
    this.place = null;
    this.drafts = new Map(); // channel id: what is half written there
    this.line = null; // the command being filled in, or null while plain text is written
    this.list = new Suggestions(freshId("commands"), "Commands");
    this.text = h("textarea.composer-text", {
      rows: 1, maxlength: 2000, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": this.list.id, "aria-label": "Message", autocomplete: "off", spellcheck: "true",
    });
    this.error = h("div.composer-error", { role: "alert" });
    this.field = h("div.composer-field", {}, this.text);
    this.sendButton = h("button.bare.send", { "aria-label": "Send" }, icon("send"));
    this.element = h("form.composer", { autocomplete: "off" }, this.list.element, this.error,
      h("div.composer-box", {}, this.field, this.sendButton));
    this.list.serve(this.text);
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.element.contains(document.activeElement) || this.list.hide(), 120));
    this.text.addEventListener("focus", () => this.suggest());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  get inDm() {
    return isDm(this.player.channels.get(this.player.place));
  }

  get commands() {
    return sendable(this.player.commands, this.inDm);
  }

  /** Fit the box to the place looked at, and to whether the bot is there. */
  refresh() {
    const channel = this.player.channels.get(this.player.place);
    const name = channel ? channelName(channel) : "…";
    const where = isDm(channel) ? `@${this.player.bot?.global_name ?? this.player.bot?.username}` : name;
    this.text.placeholder = `Message ${where}, or / for commands`;
    if (this.place !== this.player.place) this.changePlace();
    if (this.isLost && this.player.connection === "connected") this.complain("");
    if (document.activeElement === this.text) this.suggest();
  }

  /** What is half written stays with its place; before there is one, it goes along. */
  changePlace() {
    const draft = this.text.value;
    if (this.place) this.drafts.set(this.place, draft);
    const wanted = this.drafts.get(this.player.place) ?? (this.place ? "" : draft);
    this.place = this.player.place;
    if (this.line || wanted !== draft) this.leaveCommand(wanted);
  }

  focus() {
    // On a touch screen the keyboard would cover what was just opened.
    if (matchMedia("(pointer: coarse)").matches) return;
    if (this.line) this.line.focus();
    else this.text.focus();
  }

  /** Write a command into the box, as if it had been typed. */
  begin(text) {
    this.leaveCommand("");
    this.text.value = text;
    const typed = readTyped(this.commands, text);
    if (typed) this.enterCommand(typed.command, typed.values);
    else {
      this.text.focus();
      this.typed();
    }
  }

  /** @param {boolean} isLost - the sandbox did not answer: what is said so goes once it does */
  complain(sentence, isLost = false) {
    this.error.textContent = sentence;
    this.isLost = isLost;
  }

  // ---- plain text ----

  typed() {
    this.complain("");
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
    const { value } = this.text;
    const typed = readTyped(this.commands, value);
    if (typed && value.length > typed.command.path.length + 1) {
      const isLonger = this.commands.some((each) => each !== typed.command && `/${each.path}`.startsWith(value.trimEnd() + " "));
      if (!isLonger) return this.enterCommand(typed.command, typed.values);
    }
    return this.suggest();
  }

  suggest() {
    const { value } = this.text;
    if (this.line || !value.startsWith("/") || value.includes("\n")) return this.list.hide();
    const found = fitting(this.commands, value.slice(1));
    const rows = found.map((each) => ({
      label: `/${each.path}`,
      detail: each.description,
      aside: each.options.map((option) => `${option.name}${option.required ? "" : "?"}`).join("  "),
      pick: () => this.enterCommand(each, {}),
    }));
    // What only contains what was typed is offered, but Enter must not take it for what was meant.
    const isBegun = found[0] && found[0].path.startsWith(value.slice(1).toLowerCase().trim().split(/\s+/).join(" "));
    return this.list.show(rows, { active: isBegun ? 0 : -1, none: this.player.botOnline ? "No command fits" : "The bot is offline" });
  }

  key(event) {
    if (event.isComposing) return;
    const isEnter = event.key === "Enter" && !event.shiftKey;
    const whole = isEnter && this.wholeCommand();
    if (whole) this.enterCommand(whole, {});
    else if (this.list.key(event)) return;
    if (!isEnter) return;
    event.preventDefault();
    this.send();
  }

  /** The command whose name stands in the box, if it can be sent as it is and no other is picked in the list. */
  wholeCommand() {
    const name = this.text.value.trim();
    const picked = this.list.rows[this.list.active]?.label ?? name;
    const isReady = (each) => `/${each.path}` === name && !each.options.some((option) => option.required);
    return picked === name ? this.commands.find(isReady) : undefined;
  }

  // ---- commands ----

  enterCommand(command, values) {
    this.list.hide();
    this.complain("");
    this.line = new CommandLine(command, values, this.player, {
      leave: (text) => this.leaveCommand(text, true),
      send: () => this.send(),
      edited: () => this.complain(""),
    });
    this.text.value = "";
    this.field.replaceChildren(this.line.element);
    this.element.classList.add("in-command");
    this.line.focus();
  }

  leaveCommand(text, takeFocus = false) {
    this.line?.close();
    this.line = null;
    this.element.classList.remove("in-command");
    this.field.replaceChildren(this.text);
    this.text.value = text;
    this.text.style.height = "auto";
    this.list.hide();
    this.complain("");
    if (!takeFocus) return;
    this.text.focus();
    this.typed();
  }

  // ---- sending ----

  async send() {
    if (this.isSending) return;
    if (!this.player.place) return this.complain("Not connected yet. Try again in a moment.");
    this.isSending = true;
    try {
      await (this.line ? this.sendCommand() : this.sendText());
    } catch (refused) {
      this.complain(refused.message, refused.status === 0);
    } finally {
      this.isSending = false;
    }
    return undefined;
  }

  async sendCommand() {
    const { line } = this;
    const { options, problem } = line.read();
    if (problem) {
      this.complain(problem);
      return;
    }
    await this.player.run(line.command.path, options);
    this.begun();
    if (this.line === line) this.leaveCommand("", true);
  }

  /** Say that there is no such command, and which ones are like it. */
  unknown(content) {
    if (this.player.botHasLeft) return `${nameOf(this.player.bot)} has left this server. Start the program again: that invites it anew.`;
    const typed = content.split(/\s/, 2).join(" ");
    const near = nearest(this.commands, typed).map((path) => `/${path}`);
    const named = near.length > 1 ? `${near.slice(0, -1).join(", ")} or ${near.at(-1)}` : near[0];
    if (!named) return `There is no command ${typed.split(" ")[0]} here. Type / to see all.`;
    return `There is no command ${typed} here. Did you mean ${named}? Type / to see all.`;
  }

  async sendText() {
    const content = this.text.value.trim();
    if (!content) return;
    if (/^\/\w/.test(content)) {
      const typed = readTyped(this.commands, content);
      if (typed) this.enterCommand(typed.command, typed.values);
      else this.complain(this.unknown(content));
      return;
    }
    this.text.value = "";
    this.typed();
    try {
      await this.player.say(content);
    } catch (refused) {
      if (!this.text.value) this.text.value = content; // not lost
      throw refused;
    }
  }
}
