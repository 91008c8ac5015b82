import type { hydrate } from '../islands/hydrate.ts';

async function wakeIsland(element: HTMLElement): Promise<void> {
  const address = document.body.dataset.hydrate ?? '';
  const module: { hydrate: typeof hydrate } = await import(/* @vite-ignore */ address);
  await module.hydrate(element);
}

function whenTouched(element: HTMLElement, wake: () => Promise<void>): void {
  const asleep = new AbortController();
  const { signal } = asleep;
  let awake: Promise<void> | undefined;
  const start = () => {
    awake ??= wake().then(() => asleep.abort());
    return awake;
  };
  for (const event of ['pointerover', 'focusin', 'touchstart'])
    element.addEventListener(event, start, { passive: true, signal });
  const form = element.querySelector('form');
  if (!form) return;
  // A form sent before its code is loaded is validated once it is; if it fails to load, the server validates.
  form.noValidate = true;
  const submit = (event: Event) => {
    event.preventDefault();
    start().then(
      () => form.requestSubmit(),
      () => form.submit(),
    );
  };
  form.addEventListener('submit', submit, { signal });
}

function whenSeen(element: HTMLElement, start: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    start();
  });
  observer.observe(element);
}

/** Schedules the hydration of every island of the page. */
export function prepareIslands(wake = wakeIsland): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const start = () => wake(element);
    const { when } = element.dataset;
    if (when === 'visible') whenSeen(element, start);
    // Not every browser has requestIdleCallback.
    else if (when === 'idle') setTimeout(start, 200);
    else whenTouched(element, start);
  }
}
