/** The card that tells a first-time visitor how to begin. */
import { h, icon } from "./dom.js";
import { recall } from "./player.js";

/** The card, or null once it was dismissed in this browser. */
export function startCard(player, composer, dismiss) {
  if (recall("start-dismissed")) return null;
  const put = (command) => h("button.start-command", { type: "button", onclick: () => composer.begin(command) }, command);
  return h("aside.start-card", { "aria-label": "Start here" },
    h("h2", {}, "Start here"),
    h("button.bare.start-close", { type: "button", "aria-label": "Dismiss this card", onclick: dismiss }, icon("close")),
    h("ol", {},
      h("li", {}, put("/play alone"), " then Enter: race house drivers, now. Press Go to the race, and answer what you are asked there."),
      h("li", {}, put("/play alone game:The Arena"), " then Enter: a duel of gladiators instead."),
      h("li", {}, put("/play race"), " then Enter opens a race with a thread of its own, where others can enter."),
      h("li", {}, "Switch player in the bar on top, open that thread and press Join. Secret questions come by direct message.")));
}
