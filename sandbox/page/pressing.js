/** Presses on a button that is drawn anew under the finger: the browser tells of none, so they are made up for. */

/** Watch a document's buttons from now on. */
export function watchPresses(page) {
  let pressed = null;
  page.addEventListener("pointerdown", ({ target }) => { pressed = target.closest("button"); }, true);
  page.addEventListener("pointerup", ({ clientX, clientY }) => {
    const now = page.elementFromPoint(clientX, clientY)?.closest("button");
    if (pressed && !pressed.isConnected && now && isAlike(pressed, now)) now.click();
    pressed = null;
  }, true);
}

/** Whether one button has come in the place of the other; numbers on it may have changed. */
const isAlike = (one, other) => one.classList[0] === other.classList[0] && wordsOf(one) === wordsOf(other);

const wordsOf = (button) => button.textContent.replace(/\d+/g, "");
