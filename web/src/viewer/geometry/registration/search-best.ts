import type { Parameters6 } from './rigid.ts';

type Measure = (parameters: Parameters6) => number;
type Found = { readonly at: Parameters6; readonly value: number };

const UNITS: readonly Parameters6[] = [
  [1, 0, 0, 0, 0, 0],
  [0, 1, 0, 0, 0, 0],
  [0, 0, 1, 0, 0, 0],
  [0, 0, 0, 1, 0, 0],
  [0, 0, 0, 0, 1, 0],
  [0, 0, 0, 0, 0, 1],
];

/** Rounds through all directions at one step. */
const MAX_ROUNDS = 6;
/** A round that gains less than this ends a step. */
const MIN_GAIN = 1e-6;

/** Looks for the largest value from a start on, along lines (Powell), with ever smaller steps. */
export function searchBest(measure: Measure, start: Parameters6, steps: readonly number[]): Found {
  let found: Found = { at: start, value: measure(start) };
  for (const step of steps)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = found;
      for (const direction of UNITS) found = searchLine(measure, found, direction, step);
      // The direction of the whole round follows a narrow ridge that no single one does.
      const whole = minus(found.at, before.at);
      const length = Math.hypot(...whole);
      if (length > 0) found = searchLine(measure, found, times(whole, 1 / length), step);
      if (found.value - before.value < MIN_GAIN) break;
    }
  return found;
}

/** Walks along a direction while the value grows, and ends at the top of a parabola. */
function searchLine(measure: Measure, start: Found, direction: Parameters6, step: number): Found {
  const at = (amount: number): Found => {
    const parameters = plus(start.at, times(direction, amount));
    return { at: parameters, value: measure(parameters) };
  };
  const ahead = at(step);
  const back = at(-step);
  if (start.value >= ahead.value && start.value >= back.value)
    return better(start, at(findTop(back.value, start.value, ahead.value) * step));
  const signed = ahead.value >= back.value ? step : -step;
  let before = start.value;
  let best = ahead.value >= back.value ? ahead : back;
  for (let count = 2; count < MAX_WALK; count += 1) {
    const next = at(signed * count);
    if (next.value <= best.value)
      return better(best, at(signed * (count - 1 + findTop(before, best.value, next.value))));
    before = best.value;
    best = next;
  }
  return best;
}

/** Steps along one line. */
const MAX_WALK = 12;

/** Where the parabola through values at -1, 0 and 1 is highest. */
function findTop(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend < 0 ? (before - after) / (2 * bend) : 0;
}

const better = (a: Found, b: Found): Found => (b.value > a.value ? b : a);

type Combine = (a: number, b: number) => number;
function combine(a: Parameters6, b: Parameters6, by: Combine): Parameters6 {
  return [
    by(a[0], b[0]),
    by(a[1], b[1]),
    by(a[2], b[2]),
    by(a[3], b[3]),
    by(a[4], b[4]),
    by(a[5], b[5]),
  ];
}
const plus = (a: Parameters6, b: Parameters6) => combine(a, b, (x, y) => x + y);
const minus = (a: Parameters6, b: Parameters6) => combine(a, b, (x, y) => x - y);
const times = (a: Parameters6, factor: number) => combine(a, a, (x) => x * factor);
