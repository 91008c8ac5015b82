/** What a `template` holds lies over a still picture while its button says so: nothing foreign loads before. */
export function startLive(): void {
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.('[data-enlivens]');
    const template =
      button && document.querySelector<HTMLTemplateElement>('[data-live] > template');
    if (!template) return;
    if (template.nextElementSibling) template.nextElementSibling.remove();
    else template.after(template.content.cloneNode(true));
  });
}
