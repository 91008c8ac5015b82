/** All the script a public page runs at load: at most 2 KB, inlined. Pages work without it. */

/** Specification, section 9: pixels, and the width from which the header hides. */
const HIDE_BELOW = 200;
const wide = matchMedia('(width >= 48rem)');

const header = document.querySelector<HTMLElement>('.header');
const openPopovers = () => document.querySelectorAll<HTMLElement>(':popover-open');

let lastY = scrollY;
addEventListener(
  'scroll',
  () => {
    const down = scrollY > lastY;
    lastY = scrollY;
    const away = wide.matches && down && scrollY > HIDE_BELOW && openPopovers().length === 0;
    header?.toggleAttribute('data-away', away);
  },
  { passive: true },
);

const closeAll = () => {
  for (const popover of openPopovers()) popover.hidePopover();
};

wide.addEventListener('change', closeAll);

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  for (const group of document.querySelectorAll('details[name][open]')) {
    if (!group.contains(target)) group.removeAttribute('open');
  }
  if (target.closest('[popover] a')) closeAll();
});

interface Hydrator {
  hydrate(place: Element): void;
}

/** Loads an island's component once: at the first touch or key, when it is seen, or when there is time. */
function prepare(place: HTMLElement): void {
  const start = () => {
    void import(/* @vite-ignore */ document.body.dataset.hydrate ?? '').then(
      ({ hydrate }: Hydrator) => hydrate(place),
    );
  };
  const when = place.dataset.when;
  if (when === 'idle') {
    setTimeout(() => requestAnimationFrame(start), 1);
  } else if (when === 'visible') {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    });
    observer.observe(place);
  } else {
    const stop = new AbortController();
    for (const event of ['pointerenter', 'focusin', 'touchstart']) {
      place.addEventListener(
        event,
        () => {
          stop.abort();
          start();
        },
        { passive: true, signal: stop.signal },
      );
    }
  }
}

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) prepare(place);
