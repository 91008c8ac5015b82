import type { hydrate } from '../islands/hydrate.ts';

async function bringToLife(place: HTMLElement): Promise<void> {
  const address = document.body.dataset.hydrate ?? '';
  const module: { hydrate: typeof hydrate } = await import(/* @vite-ignore */ address);
  await module.hydrate(place);
}

function whenTouched(place: HTMLElement, start: () => void): void {
  const waiting = new AbortController();
  for (const event of ['pointerover', 'focusin', 'touchstart']) {
    place.addEventListener(
      event,
      () => {
        waiting.abort();
        start();
      },
      { passive: true, signal: waiting.signal },
    );
  }
}

function whenSeen(place: HTMLElement, start: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    start();
  });
  observer.observe(place);
}

/** Arranges for every island of the page to be hydrated at its moment. */
export function prepareIslands(wake = bringToLife): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const start = () => void wake(place);
    const { when } = place.dataset;
    if (when === 'visible') whenSeen(place, start);
    // Not every browser has requestIdleCallback.
    else if (when === 'idle') setTimeout(start, 200);
    else whenTouched(place, start);
  }
}
