import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { chunkForm } from '@deqiq/testkit/http/upload.ts';
import { runCommand } from '@deqiq/testkit/process/operator-command.ts';
import { chunkOf, type KnownFile } from '../crash/expected/content.ts';
import type { AttackContext } from './attack.ts';
import type { Target } from './target.ts';

/** Bytes of each file. */
const SIZE = 2_000;

/** Creates a partner and a checkup with `count` small DICOM files. */
export async function addCheckup({ port, staff, newPartner }: Target, count: number) {
  const { id: partner } = await newPartner();
  const connection = new Connection(port);
  const xrayFiles: { fileId: string; fileName: string }[] = [];
  try {
    for (let number = 0; number < count; number += 1) {
      const fileId = randomUUID();
      const file: KnownFile = { fileId, name: `${fileId}.dcm`, size: SIZE };
      const fields = { chunkNumber: 0, totalChunks: 1, fileId, fileName: file.name };
      const { status } = await connection.send(chunkForm(staff, fields, chunkOf(file, 0)), {
        keep: true,
      });
      if (status !== 200) throw new Error(`a chunk returned ${status}`);
      xrayFiles.push({ fileId, fileName: file.name });
    }
  } finally {
    connection.close();
  }
  const body = { partner, firstName: 'Nigar', lastName: 'Hüseynova', xrayFiles };
  return staff.call<{ checkup: Checkup }>('POST', '/api/admin/checkups', body);
}

/** Backs up a server that has a checkup with `count` files, and returns the folder of the backup. */
export async function backUpFiles(context: AttackContext, count: number): Promise<string> {
  const source = await context.startTarget();
  await addCheckup(source, count);
  const backups = join(context.folder, 'backups');
  await runCommand('backup', source, [backups], context.checkout);
  await source.end();
  const name = (await readdir(backups)).find((each) => each.startsWith('deqiq-')) ?? '';
  return join(backups, name);
}

/** Names of the stored checkup files of a data folder. */
export const storedFiles = (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'objects/files')).catch(() => []);
