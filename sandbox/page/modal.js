/** A form the bot opens over a player's view. */
import { freshId, h, icon } from "./dom.js";
import { emojiOf } from "./components.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select.js";

export class ModalForm {
  /**
   * @param {{modal_id: string, title: string, components: object[]}} modal - in Discord's form
   * @param {object} player - who fills it in
   * @param {{names: object, closed(): void}} pane
   */
  constructor(modal, player, pane) {
    this.modal = modal;
    this.player = player;
    this.pane = pane;
    this.fields = new Map(); // custom id: {read(), error: element, required, box}
    const title = freshId("title");
    this.error = h("div.form-error", { role: "alert" });
    this.submitButton = h("button.button.primary", {}, "Submit");
    const form = h("form.modal", { role: "dialog", "aria-modal": "true", "aria-labelledby": title, novalidate: true },
      h("header.modal-head", {}, h("h2", { id: title }, modal.title),
        h("button.bare", { type: "button", "aria-label": "Close", onclick: () => this.cancel() }, icon("close"))),
      h("div.modal-body", {}, modal.components.map((component) => this.part(component)), this.error),
      h("footer.modal-foot", {}, h("button.button.secondary", { type: "button", onclick: () => this.cancel() }, "Cancel"), this.submitButton));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    form.addEventListener("keydown", (event) => this.key(event, form));
    this.element = h("div.modal-shade", {}, form);
  }

  focus() {
    (this.element.querySelector(".modal-body :is(input, textarea, button)") ?? this.submitButton).focus();
  }

  close() {
    this.element.remove();
    this.pane.closed();
  }

  cancel() {
    this.player.ask("DELETE", `api/modals/${this.modal.modal_id}`).catch(() => null); // it may be gone already
    this.close();
  }

  key(event, form) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.cancel();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    else if (event.key === "Tab") stayInside(event, form);
  }

  // ---- parts ----

  part(component) {
    if (component.type === 10) return h("div.text", {}, markdown(component.content, this.pane.names));
    if (component.type === 1) return component.components.map((inner) => this.labelled({ label: inner.label, component: inner }));
    if (component.type === 18) return this.labelled(component);
    return h("div.unknown", {}, `(a part of type ${component.type}, which this page does not draw)`);
  }

  /** A label with what it names, its description and a place for what is wrong with it. */
  labelled({ label, description, component }) {
    const build = PARTS[component.type];
    if (!build) return h("div.unknown", {}, `${label}: (a part of type ${component.type}, which this page does not draw)`);
    const ids = { label: freshId("label"), description: freshId("description"), error: freshId("error"), input: freshId("input") };
    const isRequired = component.type !== 23 && component.required !== false;
    const error = h("div.field-error", { id: ids.error, role: "alert" });
    const built = build(component, { label, ids, isRequired, described: description ? ids.description : null, people: this.people() });
    const isGroup = [21, 22, 23].includes(component.type);
    this.fields.set(component.custom_id, { read: built.read, error, isRequired, component, element: built.element });
    return h("div.field", { role: isGroup ? "group" : null, "aria-labelledby": isGroup ? ids.label : null },
      // A lone checkbox carries the label itself.
      h("label.field-label", { hidden: component.type === 23, id: ids.label, for: isGroup ? null : ids.input }, label, isRequired && h("span.required", { title: "Required" }, " *")),
      description && h("div.field-description.quiet", { id: ids.description }, description), built.element, error);
  }

  people() {
    return [...this.player.members.values()];
  }

  // ---- submitting ----

  check() {
    let isRight = true;
    for (const { read, error, isRequired, component } of this.fields.values()) {
      const value = read();
      const isEmpty = value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);
      error.textContent = isEmpty && isRequired ? "Fill this in: it is required." : textProblem(component, value);
      if (error.textContent) isRight = false;
    }
    if (!isRight) this.goToError();
    return isRight;
  }

  goToError() {
    const wrong = [...this.fields.values()].find(({ error }) => error.textContent);
    const control = wrong?.element.matches("input, textarea") ? wrong.element : wrong?.element.querySelector("input, textarea, button");
    control?.focus();
  }

  values() {
    const read = [...this.fields].map(([id, field]) => [id, field.read()]);
    return Object.fromEntries(read.filter(([, value]) => value !== null && value !== undefined));
  }

  async submit() {
    this.error.textContent = "";
    if (this.isSending || !this.check()) return;
    this.isSending = true;
    this.submitButton.disabled = true;
    try {
      const problem = await this.player.submit(this.modal.modal_id, this.values());
      if (problem) this.error.textContent = `${problem}. What you wrote is still here.`;
      else this.close();
    } catch (refused) {
      this.refused(refused);
    }
    this.isSending = false;
    this.submitButton.disabled = false;
  }

  refused(refused) {
    const field = this.fields.get(refused.body?.custom_id);
    if (!field) this.error.textContent = refused.message;
    else {
      field.error.textContent = refused.message;
      this.goToError();
    }
  }
}

function textProblem(component, value) {
  if (component.type !== 4 || !value) return "";
  if (component.min_length && value.length < component.min_length) return `At least ${component.min_length} characters.`;
  return component.max_length && value.length > component.max_length ? `At most ${component.max_length} characters.` : "";
}

/** Keep Tab within the form. */
function stayInside(event, form) {
  const stops = [...form.querySelectorAll("button, input, textarea")].filter((each) => !each.disabled && each.offsetParent);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}

// ---- one function for each kind of input: (component, given) -> {element, read} ----

const PARTS = { 3: stringSelect, 4: textInput, 5: userSelect, 21: radioGroup, 22: checkboxGroup, 23: checkbox };

function textInput(component, { ids, described }) {
  const isLong = component.style === 2;
  const element = h(isLong ? "textarea" : "input", {
    id: ids.input, placeholder: component.placeholder, rows: isLong ? 5 : null, autocomplete: "off",
    "data-custom-id": component.custom_id, "aria-describedby": [described, ids.error].filter(Boolean).join(" "),
  });
  element.value = component.value ?? "";
  return { element, read: () => element.value };
}

function anySelect(component, { label, isRequired }, options) {
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  const element = selectMenu({
    label,
    placeholder: component.placeholder,
    options,
    min: isRequired ? (component.min_values ?? 1) : 0,
    max: component.max_values ?? 1,
    onchoose: (values) => {
      chosen = values;
    },
  });
  element.querySelector("button").dataset.customId = component.custom_id;
  return { element, read: () => chosen };
}

function stringSelect(component, given) {
  return anySelect(component, given, component.options.map((option) => ({ ...option, emoji: emojiOf(option.emoji) })));
}

function userSelect(component, given) {
  return anySelect(component, given, given.people.map((person) => ({ label: person.global_name ?? person.username, value: person.id })));
}

function choiceBox(kind, option, name, given) {
  const input = h("input", { type: kind, name, value: option.value, checked: Boolean(option.default), "data-value": option.value, "aria-describedby": given.ids.error });
  return { input, element: h("label.choice", {}, input, h("span.choice-words", {}, h("span", {}, option.label),
    option.description && h("span.quiet", {}, option.description))) };
}

function radioGroup(component, given) {
  const boxes = component.options.map((option) => choiceBox("radio", option, given.ids.input, given));
  const element = h("div.choices", { "data-custom-id": component.custom_id }, boxes.map((box) => box.element));
  return { element, read: () => boxes.find((box) => box.input.checked)?.input.value ?? null };
}

function checkboxGroup(component, given) {
  const boxes = component.options.map((option) => choiceBox("checkbox", option, given.ids.input, given));
  const element = h("div.choices", { "data-custom-id": component.custom_id }, boxes.map((box) => box.element));
  return { element, read: () => boxes.filter((box) => box.input.checked).map((box) => box.input.value) };
}

function checkbox(component, given) {
  const box = choiceBox("checkbox", { label: given.label, value: "yes", default: component.default }, given.ids.input, given);
  return { element: h("div.choices", { "data-custom-id": component.custom_id }, box.element), read: () => box.input.checked };
}
