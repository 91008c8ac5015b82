/** The part of the Network Information API that some browsers have. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

const connectionOf = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection;

/** A desk computer: a mouse, and a window as wide as a laptop's. */
const DESK = '(pointer: fine) and (min-width: 64rem)';

/**
 * Whether the full resolution loads without being asked for: on Wi-Fi, a cable or a desk computer, never where the
 * user saves data. Phones that do not tell their connection wait for a press.
 */
export function loadsFullByItself(): boolean {
  const connection = connectionOf();
  if (connection?.saveData) return false;
  if (connection?.type === 'wifi' || connection?.type === 'ethernet') return true;
  if (connection?.type === 'cellular') return false;
  return window.matchMedia(DESK).matches;
}
