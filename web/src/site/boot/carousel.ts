/** A scroll-snap container. A CSS animation of the dots is its timer, paused on hover, focus and reduced motion. */
export function startCarousel(): void {
  const carousel = document.querySelector<HTMLElement>('.carousel');
  const track = carousel?.querySelector('.slides');
  if (!carousel || !track) return;
  const dots = Array.from(carousel.querySelectorAll<HTMLElement>('.dot'));
  const findDot = (target: EventTarget | null) =>
    target instanceof Element ? dots.findIndex((dot) => dot.contains(target)) : -1;
  const show = (slide: number) =>
    track.scrollTo({ left: (slide % dots.length) * track.clientWidth });

  carousel.addEventListener('click', ({ target }) => {
    const dot = findDot(target);
    if (dot >= 0) show(dot);
    const pause = target instanceof Element && target.closest('.pause');
    if (pause) pause.ariaPressed = String(carousel.toggleAttribute('data-paused'));
  });
  carousel.addEventListener('animationend', ({ target }) => {
    const dot = findDot(target);
    if (dot >= 0) show(dot + 1);
  });
  track.addEventListener(
    'scroll',
    () => {
      const current = Math.round(track.scrollLeft / track.clientWidth);
      for (const [index, dot] of dots.entries()) dot.ariaCurrent = String(index === current);
    },
    { passive: true },
  );
  loadLate(carousel);
}

/** Pictures outside the viewport are fetched once the carousel is visible. */
function loadLate(carousel: Element): void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    for (const picture of carousel.querySelectorAll<HTMLImageElement>('img[data-src]')) {
      picture.src = picture.dataset.src ?? '';
    }
  });
  observer.observe(carousel);
}
