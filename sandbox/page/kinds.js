/** The kinds of channels: how each is called, by which sign it is known, and where it stands. */
import { icon } from "./dom.js";

export const TEXT = 0;
const DM = 1;
const VOICE = 2;
const ANNOUNCEMENT = 5;
const THREADS = [10, 11, 12];

const SIGNS = { [VOICE]: "speaker", [ANNOUNCEMENT]: "megaphone" };
const WORDS = {
  [VOICE]: "Text chat of a voice channel. Threads cannot be started here.",
  [ANNOUNCEMENT]: "Announcements. Threads here are announcement threads.",
};

export const isDm = (channel) => channel?.type === DM;
export const isThread = (channel) => THREADS.includes(channel?.type);
export const isVoice = (channel) => channel?.type === VOICE;

/** Whether a channel stands in the server's own list: text and announcement channels together. */
export const isWritten = (channel) => [TEXT, ANNOUNCEMENT].includes(channel?.type);

/** What stands before a channel's name: "#", or a drawing. */
export function signOf(channel) {
  if (isThread(channel)) return icon("thread");
  return channel.type in SIGNS ? icon(SIGNS[channel.type]) : "#";
}

/** A channel's name in a line of text. */
export const channelName = (channel) => (channel.type in SIGNS ? channel.name : `#${channel.name}`);

/** What a place is for, beneath or beside its name; the topic if it has one. */
export const topicOf = (channel) => channel?.topic ?? WORDS[channel?.type] ?? "";

/** The name of a kind for those who do not see its sign. */
export const kindWords = (channel) => ({ [VOICE]: "voice channel", [ANNOUNCEMENT]: "announcement channel" })[channel.type] ?? null;
