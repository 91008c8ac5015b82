/** One line of a table: ours beside the other, measured in the same rounds. */
export interface Line {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: number;
  /** undefined where there is nobody to compare with. */
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

/** What the issue promises: of the ratio ours ÷ other, or of our own figure. */
export interface Bar {
  readonly of: 'ratio' | 'ours';
  readonly most?: number;
  readonly least?: number;
}

export interface Table {
  readonly title: string;
  /** Who the others are and what is counted, in a sentence or two. */
  readonly about: string;
  readonly lines: readonly Line[];
  /** What was skipped and why, seeds, facts beside the figures. */
  readonly notes?: readonly string[];
}

/** How much is measured: everything, or enough to see in minutes that the programs work. */
export interface Scale {
  readonly quick: boolean;
  readonly rounds: number;
  /** Milliseconds a way is loaded in one round. */
  readonly slice: number;
  readonly manyRows: number;
  /** Bytes of the file that goes up and down. */
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
  /** A folder that is gone when the run is over. */
  readonly folder: string;
  log(progress: string): void;
}

export const ratioOf = ({ ours, other }: Line): number | undefined =>
  other === undefined ? undefined : ours / other;

/** Whether a line holds its bar; undefined where it has none. */
export function holds(line: Line): boolean | undefined {
  const { bar } = line;
  if (!bar) return undefined;
  const figure = bar.of === 'ours' ? line.ours : ratioOf(line);
  if (figure === undefined) return undefined;
  return figure <= (bar.most ?? Infinity) && figure >= (bar.least ?? -Infinity);
}
