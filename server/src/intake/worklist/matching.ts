import { foldText } from '@deqiq/contract/shared/text.ts';
import type { Matching } from './worklist-attributes.ts';

/**
 * Whether a value matches the key of a query (PS3.4, C.2.2.2): single value, wildcards `*` and `?`, a range of dates. Texts are
 * compared folded, because machines write `Hüseynova` in many ways.
 */
export function matches(matching: Matching, key: string, value: string): boolean {
  if (key === '' || key === '*' || matching === 'any') return true;
  if (matching === 'date') return isInRange(key, value);
  return key.split('\\').some((single) => isWildcardMatch(fold(single), fold(value)));
}

/** Empty name components at the end mean nothing (PS3.5, 6.2.1.1). */
const fold = (text: string) => foldText(text.replace(/\^+$/, '').replaceAll('^', ' '));

/** `YYYYMMDD`, `from-`, `-to` or `from-to`; the form with dots is that of ACR-NEMA. */
function isInRange(key: string, value: string): boolean {
  const [from = '', to] = key.replaceAll('.', '').split('-');
  if (to === undefined) return value === from.trim();
  return value >= from.trim() && (to.trim() === '' || value <= to.trim());
}

/** Follows all positions of the pattern in one pass: the product of both lengths bounds its time. */
function isWildcardMatch(pattern: string, text: string): boolean {
  const signs = [...pattern.replace(/\*+/g, '*')];
  /** A star may also stand for nothing. */
  const reach = (positions: readonly number[]): Set<number> =>
    new Set(
      positions.flatMap((position) =>
        signs[position] === '*' ? [position, position + 1] : [position],
      ),
    );
  let positions = reach([0]);
  for (const letter of text) {
    const next: number[] = [];
    for (const position of positions) {
      const sign = signs[position];
      if (sign === '*') next.push(position);
      else if (sign === '?' || sign === letter) next.push(position + 1);
    }
    positions = reach(next);
  }
  return positions.has(signs.length);
}
