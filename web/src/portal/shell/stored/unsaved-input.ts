const typed = new WeakSet<EventTarget>();

document.addEventListener('input', ({ target }) => target && typed.add(target), {
  capture: true,
  passive: true,
});

/** Whether the page has unsaved input; a search does not count. */
export function isHalfTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=search]), textarea',
  );
  return [...fields].some((field) => typed.has(field) && field.value.trim() !== '');
}
