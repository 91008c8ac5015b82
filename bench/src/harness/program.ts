/** One line of a table: our figure and the other one, measured in the same rounds. */
export interface Line {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: number;
  /** undefined when there is nothing to compare with. */
  readonly other?: number | undefined;
  readonly bar?: Bar;
}

export type Unit =
  | 'µs'
  | 'ms'
  | 's'
  | 's/GiB'
  | 'MB/s'
  | 'per s'
  | 'MB'
  | 'KB'
  | 'bytes'
  | 'times'
  | 'points';

/** The required bound of the ratio ours ÷ other, or of our own figure. */
export interface Bar {
  readonly of: 'ratio' | 'ours';
  readonly max?: number;
  readonly min?: number;
}

export interface Table {
  readonly title: string;
  /** One or two sentences: what the others are, and what is measured. */
  readonly about: string;
  readonly lines: readonly Line[];
  /** Skipped parts with reasons, seeds, additional facts. */
  readonly notes?: readonly string[];
}

/** How much is measured: everything, or just enough to see in minutes that the programs work. */
export interface Scale {
  readonly quick: boolean;
  readonly rounds: number;
  /** Milliseconds of load on one variant in one round. */
  readonly slice: number;
  readonly manyRows: number;
  /** Bytes of the file that is uploaded and downloaded. */
  readonly fileSize: number;
  readonly signIns: number;
}

export const full: Scale = {
  quick: false,
  rounds: 7,
  slice: 800,
  manyRows: 1_000_000,
  fileSize: 1024 ** 3,
  signIns: 120,
};

export const quick: Scale = {
  quick: true,
  rounds: 3,
  slice: 300,
  manyRows: 50_000,
  fileSize: 128 * 1024 ** 2,
  signIns: 40,
};

export interface Bench {
  readonly scale: Scale;
  /** A folder that is removed after the run. */
  readonly folder: string;
  log(progress: string): void;
}

export const ratioOf = ({ ours, other }: Line): number | undefined =>
  other === undefined ? undefined : ours / other;

/** Whether a line meets its bar; undefined without a bar. */
export function meetsBar(line: Line): boolean | undefined {
  const { bar } = line;
  if (!bar) return undefined;
  const figure = bar.of === 'ours' ? line.ours : ratioOf(line);
  if (figure === undefined) return undefined;
  return figure <= (bar.max ?? Infinity) && figure >= (bar.min ?? -Infinity);
}
