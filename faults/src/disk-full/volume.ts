import { appendFileSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 4_096;
const STEP = Buffer.alloc(256 * 1024);

/** A volume with a filler file. */
export function fillable(volume: string) {
  const filler = join(volume, 'filler');
  const room = () => {
    const { bavail, bsize } = statfsSync(volume);
    return bavail * bsize;
  };

  /** Leaves this many bytes of free space, rounded down to pages. */
  function fillUpTo(bytes: number): void {
    appendFileSync(filler, '');
    const excess = bytes - room();
    if (excess > 0) truncateSync(filler, Math.max(0, statSync(filler).size - excess));
    while (room() - bytes >= PAGE) {
      const max = Math.min(STEP.length, room() - bytes);
      appendFileSync(filler, STEP.subarray(0, max - (max % PAGE)));
    }
  }

  return { leave: fillUpTo, room, empty: () => rmSync(filler, { force: true }) };
}
