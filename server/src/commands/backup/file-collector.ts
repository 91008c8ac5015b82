import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/tables.ts';
import {
  checksumFile,
  copyFileDurably,
  type FileChecksum,
  forEachConcurrent,
  hardLink,
} from '../../platform/files.ts';
import { areas } from '../../platform/storage/storage.ts';
import { listReferencedFiles, type ReferencedFile } from './inventory.repo.ts';
import { BackupError } from './manifest.ts';

const CONCURRENCY = 4;

interface Folders {
  /** The live objects. */
  readonly from: string;
  readonly to: string;
  /** The objects of the backup before: what is there already need not be copied again. */
  readonly previous?: string | undefined;
}

/** Collects the files that rows lead to, each read once more after it was copied. */
export function fileCollector(
  { from, to, previous }: Folders,
  onProgress: (sum: FileChecksum) => void,
) {
  const sums = new Map<string, FileChecksum>();

  const matches = (sum: FileChecksum | undefined, { size, crc32 }: ReferencedFile) =>
    sum !== undefined &&
    (size === undefined || sum.size === size) &&
    (crc32 === undefined || sum.crc32 === crc32);

  /** A file that does not change may be the same file in two backups, as long as it is what its row says. */
  async function linkFromPrevious(
    file: ReferencedFile,
    target: string,
  ): Promise<FileChecksum | undefined> {
    if (previous === undefined || file.crc32 === undefined) return undefined;
    if (!(await hardLink(join(previous, file.key), target))) return undefined;
    const sum = await checksumFile(target);
    if (matches(sum, file)) return sum;
    await rm(target);
    return undefined;
  }

  async function copy(file: ReferencedFile): Promise<'kept' | 'gone' | 'damaged'> {
    const target = join(to, file.key);
    let sum = await linkFromPrevious(file, target);
    if (!sum) {
      if (!(await copyFileDurably(join(from, file.key), target))) return 'gone';
      sum = await checksumFile(target);
    }
    if (!sum || !matches(sum, file)) {
      await rm(target, { force: true });
      return 'damaged';
    }
    sums.set(file.key, sum);
    onProgress(sum);
    return 'kept';
  }

  return {
    sums: sums as ReadonlyMap<string, FileChecksum>,

    /**
     * Brings what these rows lead to and is not here yet, and lets go of what they no longer lead to.
     * Answers what was not there, and what is not what its row says.
     */
    async copyAll(snapshot: Db): Promise<{ gone: string[]; damaged: string[] }> {
      for (const area of areas) await mkdir(join(to, area), { recursive: true, mode: 0o750 });
      const wanted = new Set<string>();
      const gone: string[] = [];
      const damaged: string[] = [];
      await forEachConcurrent(listReferencedFiles(snapshot), CONCURRENCY, async (file) => {
        wanted.add(file.key);
        if (sums.has(file.key)) return;
        const outcome = await copy(file);
        if (outcome === 'gone') gone.push(file.key);
        if (outcome === 'damaged') damaged.push(file.key);
      });
      for (const key of [...sums.keys()].filter((key) => !wanted.has(key))) {
        await rm(join(to, key));
        sums.delete(key);
      }
      return { gone, damaged };
    },

    /** Says so at once when the files cannot all find room; a tenth of a gigabyte is left alone. */
    async assertSpace(snapshot: Db): Promise<void> {
      let needed = 0;
      for await (const { key, size } of listReferencedFiles(snapshot))
        if (size !== undefined && !(previous && (await exists(join(previous, key)))))
          needed += size;
      const { bavail, bsize } = await statfs(to);
      const free = bavail * bsize - 100_000_000;
      if (needed > free)
        throw new BackupError(
          `no room for the backup: it needs ${formatBytes(needed)}, ${formatBytes(Math.max(0, free))} are free`,
        );
    },
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Bytes for people. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const shown = bytes / 1_000 ** step;
  return `${shown.toLocaleString('en', { maximumFractionDigits: step > 0 && shown < 100 ? 1 : 0 })} ${units[step]}`;
}
