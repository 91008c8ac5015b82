/** Timeout in milliseconds of the reachability check. */
const TIMEOUT = 8000;

/** Rejects if the provider cannot be reached: a frame also fires `load` for the browser's own error page. */
const reach = (address: string) =>
  fetch(address, { method: 'HEAD', mode: 'no-cors', signal: AbortSignal.timeout(TIMEOUT) });

async function open(button: Element, template: HTMLTemplateElement): Promise<void> {
  const failure = document.querySelector<HTMLElement>('[data-unreachable]');
  if (!failure || button.ariaBusy) return;
  failure.hidden = true;
  button.ariaBusy = 'true';
  try {
    await reach(template.content.querySelector('iframe')?.src ?? '');
    template.after(template.content.cloneNode(true));
  } catch {
    failure.hidden = false;
  }
  button.ariaBusy = null;
}

/** Toggles the content of a `template` over a still picture. Nothing of a third party loads before the press. */
export function startLoadOnDemand(): void {
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest?.('[data-enlivens]');
    const template = document.querySelector<HTMLTemplateElement>('[data-live] > template');
    if (!button || !template) return;
    if (template.nextElementSibling) template.nextElementSibling.remove();
    else void open(button, template);
  });
}
