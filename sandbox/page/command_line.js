/** A slash command being filled in: its name, a field for each option in use, and the options one may add. */
import { freshId, h } from "./dom.js";
import { isDm } from "./kinds.js";
import { fixedChoices, kindOf, readValue, TYPES } from "./slash.js";
import { Suggestions } from "./suggestions.js";

const PAUSE = 120; // milliseconds without a key before the bot is asked for suggestions
const MOST_SHOWN = 25;

export class CommandLine {
  /**
   * @param {object} command - of `sendable`
   * @param {Object<string, string>} values - what is known already, as text
   * @param {object} player
   * @param {{leave(text: string): void, send(): void, edited(): void}} composer
   */
  constructor(command, values, player, composer) {
    this.command = command;
    this.player = player;
    this.composer = composer;
    this.fields = [];
    this.list = new Suggestions(freshId("choices"), "Suggestions");
    this.row = h("div.option-fields");
    this.more = h("div.option-more", { role: "group", "aria-label": "Optional" });
    this.help = h("div.option-help", {});
    this.element = h("div.command-line", { role: "group", "aria-label": `/${command.path}` }, this.list.element, this.help,
      h("div.command-row", {}, h("button.command-name", { type: "button", tabindex: "-1", title: "Back to the message box", onclick: () => composer.leave("") },
        `/${command.path}`), this.row, this.more));
    this.element.addEventListener("keydown", (event) => this.key(event));
    for (const option of command.options) if (option.required || option.name in values) this.addField(option, values[option.name] ?? "");
    // Where nothing is required the first option is offered: what is typed next goes there, Enter alone sends.
    if (!this.fields.length && command.options.length) this.addField(command.options[0], "");
    this.drawMore();
    this.showHelp(null);
  }

  close() {
    clearTimeout(this.timer);
    this.isClosed = true;
  }

  /** Go to the first field that is still empty, else to the end of the line. */
  focus() {
    const empty = this.fields.find((field) => !field.input.value && field.option.required);
    const target = empty?.input ?? this.fields.at(-1)?.input ?? this.element.querySelector(".command-name");
    target.focus();
  }

  // ---- fields ----

  addField(option, text) {
    const id = freshId("option");
    const input = h("input.option-input", {
      id, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
      "aria-required": String(Boolean(option.required)), autocomplete: "off", spellcheck: "false", size: 8,
      inputmode: [TYPES.integer, TYPES.number].includes(option.type) ? "decimal" : null, "data-option": option.name,
    });
    input.value = text;
    const field = { option, input, picked: null };
    field.element = h("label.option-field", { for: id, title: option.description }, h("span.option-name", {}, option.name), input);
    input.addEventListener("input", () => this.typed(field));
    input.addEventListener("focus", () => this.entered(field));
    input.addEventListener("blur", () => this.list.hide());
    this.fields.push(field);
    this.row.append(field.element);
    this.fit(field);
    return field;
  }

  removeField(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.element.remove();
    this.drawMore();
    const before = this.fields[at - 1] ?? this.fields[0];
    (before?.input ?? this.element.querySelector(".command-name")).focus();
  }

  drawMore() {
    const used = new Set(this.fields.map((field) => field.option.name));
    const rest = this.command.options.filter((option) => !used.has(option.name));
    this.more.replaceChildren(...rest.map((option) => {
      const add = h("button.option-add", { type: "button", title: option.description, "data-option": option.name }, `+ ${option.name}`);
      add.addEventListener("click", () => {
        const field = this.addField(option, "");
        this.drawMore();
        field.input.focus();
      });
      add.addEventListener("focus", () => this.showHelp(option));
      return add;
    }));
  }

  fit(field) {
    field.input.size = Math.min(Math.max(field.input.value.length + 1, 6), 40);
  }

  /** Say what the option is for; without one, what the command does. */
  showHelp(option) {
    const words = option ? [h("b", {}, option.name), ` ${option.description}`, h("span.quiet", {}, ` ${kindOf(option)}${option.required ? "" : ", optional"}`)]
      : [this.command.description, h("span.quiet", {}, "  Enter sends, Escape leaves.")];
    this.help.replaceChildren(...words);
  }

  entered(field) {
    this.list.serve(field.input);
    this.showHelp(field.option);
    this.suggest(field);
  }

  typed(field) {
    field.picked = null;
    if (this.jump(field)) return;
    this.mark(field, null);
    this.fit(field);
    this.composer.edited();
    this.suggest(field);
  }

  /** Typing "laps:" goes to that option, as if it had been chosen. Returns whether it did. */
  jump(field) {
    const match = /(?:^|\s)([^\s:]+):$/.exec(field.input.value);
    if (!match || !this.command.options.some((option) => option.name === match[1])) return false;
    field.input.value = field.input.value.slice(0, match.index);
    this.fit(field);
    if (match[1] === field.option.name) return false;
    if (!field.input.value && !field.option.required) this.removeField(field);
    const known = this.fields.find((each) => each.option.name === match[1]);
    const target = known ?? this.addField(this.command.options.find((option) => option.name === match[1]), "");
    this.drawMore();
    target.input.focus();
    return true;
  }

  mark(field, error) {
    field.element.classList.toggle("wrong", Boolean(error));
    if (error) field.input.setAttribute("aria-invalid", "true");
    else field.input.removeAttribute("aria-invalid");
  }

  // ---- suggestions ----

  suggest(field) {
    clearTimeout(this.timer);
    this.asked = (this.asked ?? 0) + 1;
    const choices = this.choicesOf(field), begun = this.begunBy(field);
    if (begun.length) this.offer(field, begun);
    else if (choices) this.showChoices(field, choices.filter((choice) => fits(choice, field)));
    else if (field.option.autocomplete) this.timer = setTimeout(() => this.askBot(field, this.asked), PAUSE);
    else this.list.hide();
  }

  /** The options not in use yet whose names a field of free text begins with: somebody may mean one of them. */
  begunBy({ option, input, picked }) {
    const typed = input.value.trim().toLowerCase();
    if (!typed || picked || option.required || option.autocomplete || option.type !== TYPES.string || option.choices?.length) return [];
    return this.command.options.filter((each) => each.name.startsWith(typed) && !this.fields.some((field) => field.option === each));
  }

  /** Offer to go to an option whose name was begun, as Discord does, or to take what was typed as it is. */
  offer(field, options) {
    const text = field.input.value.trim();
    const rows = options.map((option) => ({ label: option.name, detail: option.description, pick: () => this.goTo(field, option) }));
    const asItIs = () => this.pick(field, { label: text, value: text });
    this.list.show([...rows, { label: `“${text}”`, detail: `as ${field.option.name}`, pick: asItIs }], { active: 0 });
  }

  /** Go from a field that only begins an option's name to that option. */
  goTo(field, option) {
    field.input.value = `${option.name}:`;
    this.list.hide();
    this.jump(field);
  }

  choicesOf({ option }) {
    return fixedChoices(option, [...this.player.members.values()], [...this.player.channels.values()].filter((channel) => !isDm(channel)));
  }

  async askBot(field, asked) {
    const so = Object.fromEntries(this.fields.map((each) => [each.option.name, this.valueOf(each).value]).filter(([, value]) => value !== undefined));
    so[field.option.name] = field.input.value;
    if (!this.list.isOpen) this.list.show([], { active: -1, none: "Asking the bot…" });
    try {
      const { choices } = await this.player.autocomplete(this.command.path, so, field.option.name);
      if (!this.isLate(field, asked)) this.showChoices(field, choices.map(({ name, value }) => ({ label: name, value })));
    } catch {
      if (!this.isLate(field, asked)) this.list.show([], { active: -1, none: "The bot did not suggest anything." });
    }
  }

  isLate(field, asked) {
    return this.isClosed || asked !== this.asked || document.activeElement !== field.input;
  }

  showChoices(field, choices) {
    const rows = choices.slice(0, MOST_SHOWN).map((choice) => ({ label: choice.label, detail: choice.hint, pick: () => this.pick(field, choice) }));
    // An optional field that is left empty stays empty when Enter is pressed, and what stands there whole is sent.
    const isWhole = rows.length === 1 && rows[0].label === field.input.value;
    const active = field.picked || isWhole || (!field.input.value && !field.option.required) ? -1 : 0;
    const none = field.input.value ? "Nothing fits" : "Nothing to choose from";
    this.list.show(rows, { active, none: rows.length ? null : none });
  }

  pick(field, choice) {
    field.input.value = choice.label;
    field.picked = choice;
    this.mark(field, null);
    this.fit(field);
    this.list.hide();
    this.composer.edited();
    const next = this.fields.find((each) => each !== field && !each.input.value && each.option.required);
    next?.input.focus();
  }

  // ---- keys ----

  key(event) {
    if (event.isComposing) return;
    const field = this.fields.find((each) => each.input === event.target);
    if (field && this.list.key(event)) return;
    if (event.key === "Escape") this.composer.leave("");
    else if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.composer.send();
    else if (event.key === "Enter" && event.target.classList.contains("command-name")) this.composer.send();
    else if (event.key === "Backspace") {
      if (!this.stepBack(field)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Backspace where nothing is left to delete: drop an optional field, or leave the command. */
  stepBack(field) {
    if (field?.input.value) return false;
    const at = this.fields.indexOf(field);
    if (field && !field.option.required) this.removeField(field);
    else if (field && at > 0) this.fields[at - 1].input.focus();
    else if (!field && this.fields.length) this.fields.at(-1).input.focus();
    else this.composer.leave(`/${this.command.path}`);
    return true;
  }

  // ---- reading ----

  valueOf(field) {
    if (field.picked) return { value: field.picked.value };
    return readValue(field.option, field.input.value, this.choicesOf(field));
  }

  /** All values; or `problem`, a sentence about the first field that is wrong, which is marked and gets the focus. */
  read() {
    const options = {};
    for (const field of this.fields) {
      const { value, error } = this.valueOf(field);
      this.mark(field, error);
      if (error) {
        field.input.focus();
        return { problem: `${field.option.name}: ${error}` };
      }
      if (value !== undefined) options[field.option.name] = value;
    }
    return { options };
  }
}

function fits(choice, { input, picked }) {
  return Boolean(picked) || choice.label.toLowerCase().includes(input.value.trim().toLowerCase().replace(/^[@#]/, ""));
}
