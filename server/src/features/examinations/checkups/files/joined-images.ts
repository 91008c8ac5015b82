import type { CheckupFileRow, Db } from '../../../../platform/db/tables.ts';
import type { ChangeDeps } from '../checkup-changes.ts';
import * as repo from '../checkups.repo.ts';
import * as checkupFiles from './checkup-files.repo.ts';
import { uniqueNames } from './file-names.ts';

/** Images that a machine sent later, in the file of their series. */
export interface JoinedImages {
  /** CRC-32 of the file without them. */
  readonly former: number;
  readonly bytes: Pick<CheckupFileRow, 'size' | 'crc32' | 'content_type'>;
  readonly name: string;
  /** The object with the new bytes; the message to the partner is about it. */
  readonly objectId: string;
}

/** Returns false where the file has other bytes by now, or is in no checkup. */
export async function joinImages(
  { results, audit }: Pick<ChangeDeps, 'results' | 'audit'>,
  tx: Db,
  fileId: string,
  { former, bytes, name, objectId }: JoinedImages,
): Promise<boolean> {
  const checkupId = await checkupFiles.findCheckupOfFile(tx, fileId);
  if (checkupId === undefined) return false;
  const checkup = (await repo.lock(tx, checkupId)) && (await repo.find(tx, checkupId));
  if (!checkup) return false;
  const [file] = await checkupFiles.listXrays(tx, checkupId, [fileId]);
  const { names } = await checkupFiles.findFilePositions(tx, checkupId);
  const others = names.filter((other) => other !== file?.name);
  const change = { ...bytes, name: uniqueNames([name], others)[0] ?? name };
  if (!(await checkupFiles.changeFile(tx, fileId, former, change))) return false;
  if (checkup.status === 'completed')
    await results.announceImages(tx, { objectId, partnerId: checkup.partner_id });
  await audit.record(tx, null, 'join', 'file', fileId);
  await audit.record(tx, null, 'change', 'checkup', checkupId);
  return true;
}
