const DURATION = 1400;

function count(figure: Element): void {
  const final = figure.textContent;
  const value = Number.parseInt(final, 10);
  const start = performance.now();
  const draw = (now: number) => {
    const left = 1 - Math.min(1, (now - start) / DURATION);
    figure.textContent = left > 0 ? `+${Math.round(value * (1 - left ** 4))}` : final;
    if (left > 0) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/** Whether the visitor has just opened the site: not from another page of it, nor by a reload or Back. */
function isArriving(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate' && !document.referrer.startsWith(location.origin);
}

/** Decoration: the HTML has the final figures; they count up once, when they are first visible. */
export function countUp(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !isArriving()) return;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      count(target);
    }
  });
  for (const figure of document.querySelectorAll('[data-count]')) observer.observe(figure);
}
