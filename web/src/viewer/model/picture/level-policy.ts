import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { levelBytes } from '../../pixels/level.ts';

/** The part of the Network Information API that some browsers have. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

const readConnection = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection;

/** A desk computer: a mouse, and a window as wide as a laptop's. */
const DESK = '(pointer: fine) and (min-width: 64rem)';

/**
 * Whether the full resolution loads without being asked for: on Wi-Fi, a cable or a desk computer, never where the
 * user saves data. Phones that do not tell their connection wait for a press.
 */
export function loadsFullByItself(): boolean {
  const connection = readConnection();
  if (connection?.saveData) return false;
  if (connection?.type === 'wifi' || connection?.type === 'ethernet') return true;
  if (connection?.type === 'cellular') return false;
  return window.matchMedia(DESK).matches;
}

/** A phone or a tablet, or a computer with as little memory: the browser ends a page that needs too much. */
export function hasLittleMemory(): boolean {
  const { deviceMemory = Number.POSITIVE_INFINITY } = navigator as { deviceMemory?: number };
  return deviceMemory <= SMALL_MEMORY || window.matchMedia('(pointer: coarse)').matches;
}

/** Gigabytes. */
const SMALL_MEMORY = 4;

/** Bytes that the full level of a volume may take where there is little memory, with its copy as a texture. */
const MAX_FULL_BYTES = 500e6;

/**
 * Whether all of the full level of a volume fits into the memory of this device; that of 512³ does not on a phone, where
 * a part of its bricks stays in memory.
 */
export const fitsMemory = (metadata: PictureMetadata): boolean =>
  2 * levelBytes(metadata, 1) <= MAX_FULL_BYTES || !hasLittleMemory();
