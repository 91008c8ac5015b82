/** Pixels (specification, section 9). */
const HIDE_BELOW = 200;

const openPopovers = () => document.querySelectorAll<HTMLElement>(':popover-open');

function closeAll(): void {
  for (const popover of openPopovers()) popover.hidePopover();
}

/** From 768 px up scrolling closes an open dropdown; the header hides on scrolling down and returns on scrolling up. */
function hideOnScroll(wide: MediaQueryList): void {
  const header = document.querySelector('.header');
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      const down = scrollY > last;
      last = scrollY;
      if (wide.matches) closeAll();
      header?.toggleAttribute('data-away', wide.matches && down && scrollY > HIDE_BELOW);
    },
    { passive: true },
  );
}

/** Adds the behaviour that the popover and details elements lack. */
export function startMenus(): void {
  const wide = matchMedia('(width >= 48rem)');
  wide.addEventListener('change', closeAll);
  hideOnScroll(wide);
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const group of document.querySelectorAll('.phone-menu details[open]')) {
      if (!group.contains(target)) group.removeAttribute('open');
    }
    if (target.closest('[popover] a')) closeAll();
  });
}
