import { readFileSync } from 'node:fs';

/**
 * Imported before the server. Its wall clock is CLOCK_FILE milliseconds ahead; timers and the monotonic clock are
 * unchanged, as on a machine whose clock is set. Hourly jobs run three times a second.
 */
const file = process.env.CLOCK_FILE ?? '';
const real = Date.now.bind(Date);
const moved = (): number => real() + Number(readFileSync(file, 'utf8'));

type DateArguments = [] | [value: number | string | Date];

globalThis.Date = class extends Date {
  constructor(...values: DateArguments) {
    super(values.length === 0 ? moved() : values[0]);
  }

  static override now(): number {
    return moved();
  }
} as DateConstructor;

const HOUR = 3_600_000;
const every = globalThis.setInterval;
const sped = (work: () => void, milliseconds?: number, ...rest: unknown[]) =>
  every(work, milliseconds === HOUR ? 330 : milliseconds, ...rest);
globalThis.setInterval = sped as typeof setInterval;
