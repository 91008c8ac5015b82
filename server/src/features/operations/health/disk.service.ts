import { hash } from 'node:crypto';

/** Milliseconds for which a reading is cached. */
const MAX_AGE = 5_000;

interface Deps {
  /** Size and free space of the volume, in bytes. */
  space: () => Promise<{ size: number; available: number }>;
  now: () => number;
}

interface DiskInfo {
  readonly text: string;
  readonly stamp: string;
}

export type DiskService = ReturnType<typeof diskService>;

/** Space on the volume of the uploads, formatted like `df -h`. */
export function diskService({ space, now }: Deps) {
  let reading: { at: number; pending: Promise<DiskInfo>; current?: DiskInfo } | undefined;

  const read = async (): Promise<DiskInfo> => {
    const { size, available } = await space();
    const text = formatDiskInfo(size, available);
    return { text, stamp: hash('sha256', text, 'base64url').slice(0, 8) };
  };

  function latest() {
    if (reading && Math.abs(now() - reading.at) <= MAX_AGE) return reading;
    const started: typeof reading = { at: now(), pending: read() };
    started.pending.then((current) => Object.assign(started, { current })).catch(() => {});
    reading = started;
    return started;
  }

  return {
    info: async (): Promise<string> => (await latest().pending).text,

    /** A short hash of the text; a promise only while a reading is in progress. */
    stamp(): string | Promise<string> {
      const { current, pending } = latest();
      return current ? current.stamp : pending.then(({ stamp }) => stamp);
    },
  };
}

/** Two lines: column headers, and values right-aligned under them. */
export function formatDiskInfo(size: number, available: number): string {
  const used = size - available;
  const percent = size > 0 ? Math.ceil((used / size) * 100) : 0;
  const cells = [
    ['Filesystem', 'uploads'],
    ['Size', formatSize(size)],
    ['Used', formatSize(used)],
    ['Avail', formatSize(available)],
    ['Use%', `${percent}%`],
  ];
  return [0, 1].map((line) => cells.map((cell) => padCell(cell, line)).join('  ')).join('\n');
}

const padCell = (cell: readonly string[], line: number) =>
  (cell[line] ?? '').padStart(Math.max(...cell.map((text) => text.length)));

/** Powers of 1024 with one digit below ten, rounded up, as coreutils prints them. */
function formatSize(bytes: number): string {
  const units = ['B', 'K', 'M', 'G', 'T', 'P'];
  let value = bytes;
  let power = 0;
  while (Math.ceil(value) >= 1024 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  const tenths = Math.ceil(value * 10) / 10;
  const shown = power > 0 && tenths < 10 ? tenths.toFixed(1) : String(Math.ceil(value));
  return `${shown}${units[power]}`;
}
