import {
  DELETED_RETENTION_DAYS,
  MAX_DELETIONS_PER_HOUR,
} from '@deqiq/contract/examinations/deletions.ts';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { Db } from '../../../../platform/db/tables.ts';
import type { TableVersions } from '../../../../platform/db/versions.ts';
import { conflict, notFound, TooManyError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import { DAY, HOUR, iso, isoNow } from '../../../../platform/time.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { ResultsService } from '../../results/results.service.ts';
import * as checkups from '../checkups.repo.ts';
import * as checkupFiles from '../files/checkup-files.repo.ts';
import { uniqueNames } from '../files/file-names.ts';
import { toExamination } from '../files/received-files.ts';
import { recheckFiles, settleWithout } from '../patient-check/patient-doubts.ts';
import type { FollowingReferrals } from '../referred/following-referrals.ts';
import * as counts from './deletion-counts.repo.ts';
import * as repo from './deletions.repo.ts';
import * as listed from './listed-deletions.repo.ts';

export interface DeletionDeps {
  db: Db;
  versions: TableVersions;
  results: Pick<ResultsService, 'announceRestored' | 'markReady'>;
  audit: AuditService;
  referrals: FollowingReferrals & {
    followDeletion(tx: Db, actor: Actor, checkupId: string): Promise<void>;
    followRestoring(tx: Db, actor: Actor, checkupId: string): Promise<void>;
  };
  /** Machines may have sent the files again since the deletion. */
  reclaim: (
    tx: Db,
    restored: { readonly checkupId: string; readonly fileIds: readonly string[] },
  ) => Promise<void>;
  /** In the transaction that removes a checkup permanently: its reports and questions. */
  forget: (tx: Db, checkupId: string) => Promise<void>;
  now: () => number;
  /** Whether deletions per person and hour are limited. */
  isLimited: boolean;
}

export const RETENTION = DELETED_RETENTION_DAYS * DAY;

export async function assertMayDelete(
  { db, now, isLimited }: DeletionDeps,
  actor: Actor,
): Promise<void> {
  if (!isLimited) return;
  const { count, first } = await counts.countByPerson(db, actor.personId, iso(now() - HOUR));
  if (count >= MAX_DELETIONS_PER_HOUR)
    throw new TooManyError(
      deletionMessages.tooMany({ max: MAX_DELETIONS_PER_HOUR }),
      Date.parse(first) + HOUR - now(),
    );
}

export const createDeletion = (
  { now }: DeletionDeps,
  actor: Actor,
  checkupId: string,
): repo.NewDeletion => ({
  id: newId(),
  checkupId,
  deletedBy: actor.personId,
  at: isoNow(now),
});

export async function deleteFile(
  deps: DeletionDeps,
  actor: Actor,
  { id: checkupId, fileName }: { readonly id: string; readonly fileName: string },
  fileId?: string,
): Promise<void> {
  const { db, results, referrals, audit } = deps;
  const file = await checkupFiles.findFileByName(db, checkupId, fileName);
  if (!file || (fileId !== undefined && file.id !== fileId))
    throw notFound(storageMessages.notFound());
  await assertMayDelete(deps, actor);
  await db.transaction().execute(async (tx) => {
    if (!(await repo.moveFile(tx, file.id, createDeletion(deps, actor, checkupId))))
      throw notFound(storageMessages.notFound());
    await settleWithout({ results }, tx, checkupId, [file]);
    await referrals.settle(tx, actor, checkupId);
    await audit.record(tx, actor, 'delete', 'file', file.id);
  });
}

/** Of concurrent restores and the purge only one succeeds: each locks the row first. */
export async function restoreDeletion(deps: DeletionDeps, actor: Actor, id: string): Promise<void> {
  const { db, results, referrals, audit, reclaim, now } = deps;
  await db.transaction().execute(async (tx) => {
    const deletion = await repo.lock(tx, id, { after: iso(now() - RETENTION) });
    if (!deletion) throw notFound(deletionMessages.notFound());
    const { kind, checkup_id: checkupId } = deletion;
    if (kind === 'checkup') await repo.restoreCheckup(tx, id, deletion.checkup_seq);
    else if (!(await repo.restoreFile(tx, id, checkupId, uniqueName)))
      throw conflict(deletionMessages.checkupMissing());
    const files = await listed.listFiles(tx, [id]);
    if (kind === 'file') await holdBackOthers(tx, checkupId, files);
    await repo.remove(tx, id);
    await reclaim(tx, { checkupId, fileIds: files.map((file) => file.id) });
    await results.announceRestored(tx, checkupId);
    await referrals.followRestoring(tx, actor, checkupId);
    await audit.record(tx, actor, 'restore', 'checkup', checkupId);
  });
}

/** False where it has been restored since. */
export const purgeDeletion = (
  { db, audit, forget, now }: DeletionDeps,
  id: string,
  upTo: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const deletion = await repo.lock(tx, id, { upTo });
    if (!deletion) return false;
    await repo.removeForGood(tx, id, isoNow(now));
    if (deletion.kind === 'checkup') await forget(tx, deletion.checkup_id);
    await audit.recordEntry(tx, {
      action: 'purge',
      object: 'checkup',
      objectId: deletion.checkup_id,
      result: 'ok',
    });
    return true;
  });

/** The checkup may have been renamed since the file was deleted. */
async function holdBackOthers(
  tx: Db,
  checkupId: string,
  restored: readonly listed.DeletedFile[],
): Promise<void> {
  const row = await checkups.find(tx, checkupId);
  const ids = restored.map(({ id }) => id);
  if (row) await recheckFiles(tx, toExamination(row), false, ids);
}

const uniqueName = (name: string, taken: readonly string[]): string =>
  uniqueNames([name], taken)[0] ?? name;
