const typed = new WeakSet<EventTarget>();

document.addEventListener('input', ({ target }) => target && typed.add(target), {
  capture: true,
  passive: true,
});

/** Whether somebody has typed on this page what leaving it would lose; a search is none of it. */
export function isHalfTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=search]), textarea',
  );
  return [...fields].some((field) => typed.has(field) && field.value.trim() !== '');
}
