/** A still picture gives way to what its `template` holds when its button is pressed: nothing foreign loads before. */
export function startLive(): void {
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.('[data-enlivens]');
    const place = document.querySelector('[data-live]');
    const content = place?.querySelector('template')?.content;
    if (!button || !place || !content) return;
    place.replaceChildren(content);
    button.remove();
    place.querySelector('iframe')?.focus();
  });
}
