import * as texts from '@deqiq/messages/ui/durations.js';
import { DAY, HOUR, MINUTE } from './durations.ts';

const UNITS = [
  [texts.days, DAY],
  [texts.hours, HOUR],
  [texts.minutes, MINUTE],
] as const;

/** How long ago it was, in the largest unit that it fills. */
export function describeAge(since: string): string {
  const waited = Date.now() - Date.parse(since);
  const [describe, length] = UNITS.find(([, length]) => waited >= length) ?? UNITS[2];
  return describe({ count: Math.max(1, Math.floor(waited / length)) });
}
