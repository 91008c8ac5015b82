import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/tables.ts';
import {
  checksumFile,
  copyFileDurably,
  type FileChecksum,
  hardLink,
} from '../../platform/files.ts';
import { forEachConcurrent } from '../../platform/queues/concurrency.ts';
import { areas } from '../../platform/storage/storage.ts';
import { assertSpaceFor } from '../files/space.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { listReferencedFiles, type ReferencedFile } from './inventory.repo.ts';

const CONCURRENCY = 4;

interface SourceAndTarget {
  readonly from: StoredFiles;
  /** A folder. */
  readonly to: string;
  /** The objects of the previous backup; unchanged files are hard links to them. */
  readonly previous?: string | undefined;
}

/** Copies the files that rows reference, and verifies each copy by reading it again. */
export function fileCollector(
  { from, to, previous }: SourceAndTarget,
  onProgress: (sum: FileChecksum) => void,
) {
  const sums = new Map<string, FileChecksum>();

  const matches = (sum: FileChecksum | undefined, { size, crc32 }: ReferencedFile) =>
    sum !== undefined &&
    (size === undefined || sum.size === size) &&
    (crc32 === undefined || sum.crc32 === crc32);

  /** Links a file of the previous backup if it still matches its row. */
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

  async function copy(file: ReferencedFile): Promise<'copied' | 'missing' | 'damaged'> {
    const target = join(to, file.key);
    let sum = await linkFromPrevious(file, target);
    if (!sum) {
      if (!(await from.withFile(file.key, (path) => copyFileDurably(path, target))))
        return 'missing';
      sum = await checksumFile(target);
    }
    if (!sum || !matches(sum, file)) {
      await rm(target, { force: true });
      return 'damaged';
    }
    sums.set(file.key, sum);
    onProgress(sum);
    return 'copied';
  }

  return {
    sums: sums as ReadonlyMap<string, FileChecksum>,

    /** Copies new files and removes unreferenced ones. Returns missing files and those that differ from their row. */
    async copyAll(snapshot: Db): Promise<{ missing: string[]; damaged: string[] }> {
      for (const area of areas) await mkdir(join(to, area), { recursive: true, mode: 0o750 });
      const referenced = new Set<string>();
      const missing: string[] = [];
      const damaged: string[] = [];
      await forEachConcurrent(listReferencedFiles(snapshot), CONCURRENCY, async (file) => {
        referenced.add(file.key);
        if (sums.has(file.key)) return;
        const outcome = await copy(file);
        if (outcome === 'missing') missing.push(file.key);
        if (outcome === 'damaged') damaged.push(file.key);
      });
      for (const key of [...sums.keys()].filter((key) => !referenced.has(key))) {
        await rm(join(to, key));
        sums.delete(key);
      }
      return { missing, damaged };
    },

    /** Fails early if the target volume lacks space; 100 MB stay free. */
    async assertSpace(snapshot: Db): Promise<void> {
      let needed = 0;
      for await (const { key, size } of listReferencedFiles(snapshot))
        if (size !== undefined && !(previous && (await exists(join(previous, key)))))
          needed += size;
      await assertSpaceFor('backup', to, needed);
    },
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
