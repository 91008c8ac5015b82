import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import {
  imagingService,
  removeImaging,
} from '../../../../server/src/features/imaging/imaging/imaging.service.ts';
import { pictureCollector } from '../../../../server/src/features/imaging/pictures/picture-files.ts';
import { uploadCollector } from '../../../../server/src/features/imaging/uploads/upload-collector.ts';
import { openDatabase } from '../../../../server/src/platform/db/database.ts';
import { openDiskStorage } from '../../../../server/src/platform/storage/disk/disk.ts';
import { namesOf, objectsIn } from './on-disk-audit.ts';
import { auditPictures } from './pictures-audit.ts';
import { withRows } from './rows.ts';

const DAY = 25 * 60 * 60 * 1000;

/** The entries of a data folder. */
const DATA_ENTRIES =
  /^(deqiq\.sqlite(-wal|-shm)?|objects|locks|database-id|session-secret|second-factor-key|first-admin\.txt)$/;

/**
 * Runs the garbage collector as of a day later and returns the remaining objects that no row references. No upload
 * may be in progress: incomplete ones are removed too.
 */
export async function sweepAll(
  location: DataLocation,
): Promise<{ removed: number; remaining: string[] }> {
  const remaining: string[] = [];
  const log = {
    info: () => {},
    error: (about: object, message: string) =>
      void remaining.push(`the garbage collector: ${message} (${JSON.stringify(about)})`),
  };
  const database = await openDatabase(location);
  const storage = await openDiskStorage(join(location.dataDir, 'objects'));
  const deps = { db: database.db, storage, now: () => Date.now() + DAY };
  let removed = 0;
  try {
    const imaging = { remove: (ids: readonly string[]) => removeImaging(deps, ids) };
    removed += await uploadCollector({ ...deps, imaging })(log);
    removed += await pictureCollector(deps)(log);
    removed += await imagingService({ ...deps, ...unused }).sweep(log);
  } finally {
    await storage.close();
    await database.close();
  }
  return { removed, remaining: [...remaining, ...(await findLeftovers(location))] };
}

/** Dependencies that a sweep of derived objects does not use. */
const unused = {
  jobs: { enqueue: () => Promise.resolve(), handle: () => {} },
  pool: { run: () => Promise.reject(new Error('a sweep decodes nothing')) },
  audit: { record: () => Promise.resolve() },
};

/** Objects, and files beside them, that no row references. */
async function findLeftovers(location: DataLocation): Promise<string[]> {
  const { dataDir } = location;
  const [live, deleted, pictures] = await withRows(location, async (rows) => [
    await rows('select id from checkup_files'),
    await rows('select id from deleted_files'),
    await rows('select id, width from pictures'),
  ]);
  const wanted = {
    files: new Set([...live, ...deleted].map(({ id }) => String(id))),
    previews: new Set<string>(),
    pictures: new Set(pictures.flatMap(({ id, width }) => namesOf(String(id), Number(width)))),
  };
  const unknownEntries = (await readdir(dataDir)).filter((name) => !DATA_ENTRIES.test(name));
  for (const [area, names] of Object.entries(wanted))
    for (const name of await objectsIn(dataDir, area))
      if (!names.has(name)) unknownEntries.push(`objects/${area}/${name}`);
  const { orphans } = await auditPictures(location);
  unknownEntries.push(...orphans.map((name) => `objects/derived/${name}`));
  return unknownEntries.map((name) => `${name} is left without a row`);
}
