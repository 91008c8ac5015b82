/** Imported before a server whose wall clock is CLOCK_SHIFT milliseconds ahead. The monotonic clock is unchanged. */
const shift = Number(process.env.CLOCK_SHIFT);
const real = Date.now.bind(Date);

type DateArguments = [] | [value: number | string | Date];

globalThis.Date = class extends Date {
  constructor(...values: DateArguments) {
    super(values.length === 0 ? real() + shift : values[0]);
  }

  static override now(): number {
    return real() + shift;
  }
} as DateConstructor;
