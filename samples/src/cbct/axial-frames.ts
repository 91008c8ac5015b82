import type { Jaw } from '../jaw/jaw.ts';
import { type Scan, slicerFor } from './slices.ts';

/** Axial frames from below upwards, `between` of them interpolated after each computed one. */
export function axialFrames(
  jaw: Jaw,
  scan: Scan,
  computed: number,
  between: number,
): Uint16Array[] {
  const slicer = slicerFor(jaw, scan);
  const [low, high] = scan.z;
  const keys = Array.from(
    { length: computed },
    (_, i) => slicer.axial(low + ((high - low) * i) / (computed - 1)).grey,
  );
  return keys.flatMap((key, i) => {
    const next = keys[i + 1];
    if (!next) return [key];
    return Array.from({ length: between + 1 }, (_, k) => mix(key, next, k / (between + 1)));
  });
}

function mix(from: Uint16Array, to: Uint16Array, part: number): Uint16Array {
  if (part === 0) return from;
  const result = new Uint16Array(from.length);
  for (let i = 0; i < result.length; i++) {
    const value = from[i] as number;
    result[i] = value + ((to[i] as number) - value) * part + 0.5;
  }
  return result;
}
