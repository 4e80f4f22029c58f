/** Slash commands without the page: which there are, which fit what was typed, what is wrong with a value. */
import { channelName } from "./kinds.js";

const SUBCOMMAND = 1;
const GROUP = 2;
export const TYPES = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };
const NUMERIC = [TYPES.integer, TYPES.number];

/**
 * Every command that can be sent, subcommands one by one, in alphabetical order.
 *
 * @param {object[]} commands - as the bot registered them
 * @param {boolean} inDm - whether the place is the DM with the bot; those that do not work there are left out
 * @returns {{path: string, description: string, options: object[]}[]}
 */
export function sendable(commands, inDm) {
  return commands
    .filter((command) => (command.type ?? 1) === 1 && command.usable_in.includes(inDm ? "dm" : "guild"))
    .flatMap((command) => leaves(command, command.name))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function leaves(node, path) {
  const inner = (node.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(option, `${path} ${option.name}`));
  return [{ path, description: node.description, options: node.options ?? [] }];
}

/** Those of *commands* that fit the text after the slash: by beginning first, then by any word, then by description. */
export function fitting(commands, typed) {
  const words = typed.toLowerCase().trim().split(/\s+/).filter(Boolean);
  const start = words.join(" ");
  const rank = (each) => {
    if (each.path.startsWith(start)) return 0;
    if (words.every((word) => each.path.includes(word))) return 1;
    return words.every((word) => `${each.path} ${each.description}`.toLowerCase().includes(word)) ? 2 : 3;
  };
  return commands.map((each) => [rank(each), each]).filter(([at]) => at < 3)
    .sort(([one], [other]) => one - other).map(([, each]) => each);
}

/**
 * Read a command that was typed or pasted whole: "/play race laps:3 name:The Ides of March".
 *
 * @returns {{command: object, values: Object<string, string>} | null} null while the name is not complete
 */
export function readTyped(commands, text) {
  if (!text.startsWith("/")) return null;
  const typed = text.slice(1);
  const found = commands
    .filter((each) => typed === each.path || typed.startsWith(`${each.path} `))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (!found) return null;
  return { command: found, values: typedValues(found.options, typed.slice(found.path.length)) };
}

const LEAST_ALIKE = 0.4;
const MOST_NAMED = 3;

/** The paths of the commands that are most like what was typed, the nearest first. */
export function nearest(commands, text) {
  const typed = pairs(text.slice(1).toLowerCase());
  const alike = (path) => {
    const own = pairs(path);
    return (2 * own.filter((pair) => typed.includes(pair)).length) / (own.length + typed.length);
  };
  return commands.map(({ path }) => ({ path, alike: alike(path) }))
    .filter((each) => each.alike >= LEAST_ALIKE)
    .sort((one, other) => other.alike - one.alike || one.path.length - other.path.length)
    .slice(0, MOST_NAMED).map((each) => each.path);
}

/** Letters side by side, those at the ends of words too. */
function pairs(text) {
  const spaced = ` ${text} `;
  return [...spaced.slice(1)].map((letter, at) => spaced[at] + letter);
}

/** Each "name:value"; what stands before the first of them belongs to the first option. */
function typedValues(options, text) {
  if (!options.length) return {};
  const names = options.map((option) => option.name).join("|");
  const starts = [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):`, "g"))];
  const values = Object.fromEntries(starts.map((match, at) => {
    const end = starts[at + 1]?.index ?? text.length;
    return [match[1], text.slice(match.index + match[0].length, end).trim()];
  }));
  const loose = text.slice(0, starts[0]?.index ?? text.length).trim();
  return loose ? { [options[0].name]: loose, ...values } : values;
}

/** What may be picked for an option without asking the bot, or null if it is typed freely. */
export function fixedChoices(option, people, channels) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  if (option.type === TYPES.boolean) return [{ label: "True", value: true }, { label: "False", value: false }];
  if ([TYPES.user, TYPES.mentionable].includes(option.type)) {
    return people.map((person) => ({ label: person.global_name ?? person.username, value: person.id, hint: person.bot ? "Bot" : "" }));
  }
  if (option.type === TYPES.channel) return channels.map((channel) => ({ label: channelName(channel), value: channel.id }));
  return null;
}

/**
 * Turn what stands in an option's field into the value to send.
 *
 * @param {object} option
 * @param {string} typed
 * @param {{label: string, value: *}[] | null} choices - of `fixedChoices`
 * @returns {{value?: *, error?: string}} neither of both for an optional one that was left empty
 */
export function readValue(option, typed, choices) {
  const text = typed.trim();
  if (!text) return option.required ? { error: "This option is required. Specify a value." } : {};
  if (choices) {
    const wanted = text.toLowerCase().replace(/^[@#]/, "");
    const choice = choices.find((each) => [each.label.replace(/^#/, "").toLowerCase(), String(each.value).toLowerCase()].includes(wanted));
    return choice ? { value: choice.value } : { error: `I can't read "${text}". ${offered(choices)}` };
  }
  return NUMERIC.includes(option.type) ? readNumber(option, text) : readText(option, text);
}

const MOST_OFFERED = 10;

/** What may be picked instead, in a sentence. */
function offered(choices) {
  if (!choices.length) return "There is nothing to pick here.";
  const named = choices.slice(0, MOST_OFFERED).map((each) => each.label.split(/ · |: /)[0]).join(", ");
  return `Pick one of ${named}${choices.length > MOST_OFFERED ? " and others" : ""}.`;
}

function readNumber(option, text) {
  const isWhole = option.type === TYPES.integer;
  const value = Number(text.replace(",", "."));
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
    return { error: isWhole ? "Write a whole number." : "Write a number." };
  }
  if (option.min_value !== undefined && value < option.min_value) return { error: `The least is ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `The most is ${option.max_value}.` };
  return { value };
}

function readText(option, text) {
  const most = option.max_length ?? 6000;
  if (text.length > most) return { error: `At most ${most} characters; this has ${text.length}.` };
  if (option.min_length && text.length < option.min_length) return { error: `At least ${option.min_length} characters.` };
  return { value: text };
}

/** What kind of value an option takes, in a word. */
export function kindOf(option) {
  return Object.keys(TYPES).find((name) => TYPES[name] === option.type) ?? "value";
}
