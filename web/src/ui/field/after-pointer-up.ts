let pressed = false;
let ending: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];

function begin(): void {
  pressed = true;
  clearTimeout(ending);
}

/** A click follows pointerup directly. Without one, the press ends in the next task. */
function lift(): void {
  clearTimeout(ending);
  ending = setTimeout(end);
}

function end(): void {
  clearTimeout(ending);
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}

// A finger's mouse events come only after its pointer has gone up, so both kinds are listened to.
for (const name of ['pointerdown', 'mousedown'])
  window.addEventListener(name, begin, { capture: true, passive: true });
for (const name of ['pointerup', 'pointercancel', 'mouseup'])
  window.addEventListener(name, lift, { capture: true, passive: true });
// On window, after the clicked element's own handlers and before submit: a submitted form has lost the focus.
window.addEventListener('click', end);

/**
 * Runs the callback now or, while a pointer is down, after the press. A field that loses the focus to a press
 * shows its error only then: an error that appears under the press would move the button away, and the press would
 * be lost.
 */
export function afterPointerUp(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
