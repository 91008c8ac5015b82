/** CSS pixels before a touch counts as a pull, and from there until a release refreshes. */
const SLACK = 12;
const ENOUGH = 84;

type Pull = {
  /** Progress of the pull from 0; at 1 or more a release refreshes. */
  onShare: (share: number) => void;
  onPull: () => void;
};

/**
 * Follows a single finger that pulls the page down at its upper end; returns a function that stops it. It is
 * passive: the page scrolls as usual, and any other gesture (scrolling, a swipe, a second finger) ends the pull.
 * The browser's own pull-to-refresh is disabled until then.
 */
export function followPull({ onShare, onPull }: Pull): () => void {
  let from: { x: number; y: number } | undefined;
  let share = 0;
  const setDistance = (next: number) => {
    if (next !== share) onShare(next);
    share = next;
  };
  const cancel = () => {
    from = undefined;
    setDistance(0);
  };

  const onStart = ({ touches, target }: TouchEvent) => {
    cancel();
    const [finger] = touches;
    // Overlays (a picture, a dialog) are rendered outside the main element.
    const inside = target instanceof Element && target.closest('main') !== null;
    if (touches.length !== 1 || !finger || !inside || window.scrollY > 0) return;
    from = { x: finger.clientX, y: finger.clientY };
  };
  const onMove = ({ touches }: TouchEvent) => {
    const [finger] = touches;
    if (!from || !finger) return;
    const down = finger.clientY - from.y;
    const aside = Math.abs(finger.clientX - from.x);
    const isOther = share === 0 && (down < 0 || (aside > SLACK && aside > down));
    if (touches.length > 1 || window.scrollY > 0 || isOther) return cancel();
    setDistance(Math.max(0, (down - SLACK) / (ENOUGH - SLACK)));
  };
  const onEnd = () => {
    const isEnough = share >= 1;
    cancel();
    if (isEnough) onPull();
  };

  const gesture = new AbortController();
  const options = { passive: true, signal: gesture.signal };
  document.addEventListener('touchstart', onStart, options);
  document.addEventListener('touchmove', onMove, options);
  document.addEventListener('touchend', onEnd, options);
  document.addEventListener('touchcancel', cancel, options);
  const { style } = document.documentElement;
  style.overscrollBehaviorY = 'contain';
  return () => {
    gesture.abort();
    cancel();
    style.overscrollBehaviorY = '';
  };
}
