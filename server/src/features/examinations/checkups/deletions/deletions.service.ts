import type { CheckupQuery } from '@deqiq/contract/examinations/checkup-queries.ts';
import { checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import {
  DELETED_RETENTION_DAYS,
  type Deletion,
  deletionMessages,
  MAX_DELETIONS_PER_HOUR,
} from '@deqiq/contract/examinations/deletions.ts';
import { shipmentMessages } from '@deqiq/contract/examinations/shipments.ts';
import { fileMessages } from '@deqiq/contract/imaging/files.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { TableVersions } from '../../../../platform/db/versions.ts';
import { conflict, notFound, TooManyError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Log } from '../../../../platform/storage/garbage-collector.ts';
import { HOUR } from '../../../../platform/time.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { ResultsService } from '../../results/results.service.ts';
import * as checkups from '../checkups.repo.ts';
import { uniqueNames } from '../files/file-names.ts';
import { toExamination } from '../files/received-files.ts';
import { recheckFiles, settleWithout } from '../patient-check/patient-doubts.ts';
import * as repo from './deletions.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  results: Pick<ResultsService, 'announceRestored' | 'markReady'>;
  audit: AuditService;
  /** Machines may have sent the files again since the deletion. */
  reclaim: (
    tx: Db,
    restored: { readonly checkupId: string; readonly fileIds: readonly string[] },
  ) => Promise<void>;
  now: () => number;
  /** Whether deletions per person and hour are limited. */
  isLimited: boolean;
}

const RETENTION = DELETED_RETENTION_DAYS * 24 * HOUR;

/** Deletions removed per sweep, each in its own transaction. */
const BATCH_SIZE = 1_000;

export type DeletionsService = ReturnType<typeof deletionsService>;

/** Deleted checkups and files: restorable for 30 days, then removed permanently. */
export function deletionsService(deps: Deps) {
  const { db, versions, results, audit, reclaim, now, isLimited } = deps;
  const version = versions.memoize('checkup_deletions', 'partners', 'admins');
  const iso = (moment: number) => new Date(moment).toISOString();
  const expiredAt = () => iso(now() - RETENTION);

  async function assertMayDelete(actor: Actor): Promise<void> {
    if (!isLimited) return;
    const { count, first } = await repo.countByPerson(db, actor.personId, iso(now() - HOUR));
    if (count >= MAX_DELETIONS_PER_HOUR)
      throw new TooManyError(deletionMessages.tooMany, Date.parse(first) + HOUR - now());
  }

  const newDeletion = (actor: Actor, checkupId: string) =>
    ({ id: newId(), checkupId, deletedBy: actor.personId, at: iso(now()) }) as const;

  return {
    version: () => version(),

    async list({ page, limit, name }: CheckupQuery) {
      const { rows, total } = await repo.list(db, { page, limit, name });
      const stored = await repo.listFiles(
        db,
        rows.map(({ id }) => id),
      );
      const filesOf = Map.groupBy(stored, (file) => file.deletion_id);
      return {
        deletions: rows.map((row) => present(row, filesOf.get(row.id) ?? [])),
        pagination: pagination(page, limit, total),
      };
    },

    /** The links end with the rows; the bytes stay. */
    async deleteCheckup(actor: Actor, id: string) {
      await assertMayDelete(actor);
      await db.transaction().execute(async (tx) => {
        if (!(await repo.moveCheckup(tx, newDeletion(actor, id))))
          throw notFound(checkupMessages.notFound);
        await audit.record(tx, actor, 'delete', 'checkup', id);
      });
      return { message: checkupMessages.deleted };
    },

    /** In the caller's transaction: deletes a checkup that has no files; leaves any other. */
    async removeEmptied(tx: Db, actor: Actor, id: string): Promise<void> {
      const { names } = await checkups.findFilePositions(tx, id);
      if (names.length > 0 || !(await repo.moveCheckup(tx, newDeletion(actor, id)))) return;
      await audit.record(tx, actor, 'delete', 'checkup', id);
    },

    /** A partner withdraws a shipment; staff can restore it like any deletion. */
    async withdraw(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.lockWaitingShipment(tx, actor.personId, id))) {
          if (await repo.belongsToPartner(tx, actor.personId, id))
            throw conflict(shipmentMessages.alreadyAccepted);
          throw notFound(checkupMessages.notFound);
        }
        await repo.moveCheckup(tx, newDeletion(actor, id));
        await audit.record(tx, actor, 'withdraw', 'checkup', id);
      });
      return { message: shipmentMessages.withdrawn };
    },

    /** With `fileId` only that file is deleted, even if another one has the name now. */
    async deleteFile(
      actor: Actor,
      { id: checkupId, fileName }: { readonly id: string; readonly fileName: string },
      fileId?: string,
    ) {
      const file = await checkups.findFileByName(db, checkupId, fileName);
      if (!file || (fileId !== undefined && file.id !== fileId))
        throw notFound(fileMessages.notFound);
      await assertMayDelete(actor);
      await db.transaction().execute(async (tx) => {
        if (!(await repo.moveFile(tx, file.id, newDeletion(actor, checkupId))))
          throw notFound(fileMessages.notFound);
        await settleWithout({ results }, tx, checkupId, [file]);
        await audit.record(tx, actor, 'delete', 'file', file.id);
      });
      return { message: checkupMessages.fileDeleted };
    },

    /** Of concurrent restores and the purge only one succeeds: each locks the row first. */
    async restore(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        const deletion = await repo.lock(tx, id, { after: expiredAt() });
        if (!deletion) throw notFound(deletionMessages.notFound);
        const { kind, checkup_id: checkupId } = deletion;
        if (kind === 'checkup') await repo.restoreCheckup(tx, id, deletion.checkup_seq);
        else if (!(await repo.restoreFile(tx, id, checkupId, uniqueName)))
          throw conflict(deletionMessages.checkupMissing);
        const files = await repo.listFiles(tx, [id]);
        if (kind === 'file') await holdBackOthers(tx, checkupId, files);
        await repo.remove(tx, id);
        await reclaim(tx, { checkupId, fileIds: files.map((file) => file.id) });
        await results.announceRestored(tx, checkupId);
        await audit.record(tx, actor, 'restore', 'checkup', checkupId);
      });
      return { message: deletionMessages.restored };
    },

    /** Permanently removes deletions older than 30 days and returns their count; sweeps delete the bytes. */
    async purge(log: Log): Promise<number> {
      const upTo = expiredAt();
      let count = 0;
      for (const id of await repo.findOlderThan(db, upTo, BATCH_SIZE)) {
        const isRemoved = await db.transaction().execute(async (tx) => {
          const deletion = await repo.lock(tx, id, { upTo });
          if (!deletion) return false;
          await repo.removeForGood(tx, id, iso(now()));
          await audit.recordEntry(tx, {
            action: 'purge',
            object: 'checkup',
            objectId: deletion.checkup_id,
            result: 'ok',
          });
          return true;
        });
        if (isRemoved) count += 1;
      }
      if (count > 0) log.info({ count }, 'removed deletions older than 30 days permanently');
      return count;
    },

    /** The number of restorable deletions, and of those in the last hour. */
    countAll: () => repo.countAll(db, iso(now() - HOUR)),
  };
}

function present(row: repo.DeletionRow, files: readonly repo.DeletedFile[]): Deletion {
  const removedAt = Date.parse(row.deleted_at) + RETENTION;
  return {
    _id: row.id,
    kind: row.kind,
    checkup: row.checkup_id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.name,
    partner: {
      _id: row.partner_id,
      firstName: row.partner_first_name,
      lastName: row.partner_last_name,
      ...(row.partner_deleted && { deleted: true as const }),
    },
    files: files.map(({ name, size }) => ({ name, size })),
    deletedBy: row.deleted_by_name,
    ...(row.deleted_by === row.partner_id && { withdrawn: true as const }),
    deletedAt: row.deleted_at,
    removedAt: new Date(removedAt).toISOString(),
  };
}

/** The checkup may have been renamed since the file was deleted. */
async function holdBackOthers(
  tx: Db,
  checkupId: string,
  restored: readonly repo.DeletedFile[],
): Promise<void> {
  const row = await checkups.find(tx, checkupId);
  const ids = restored.map(({ id }) => id);
  if (row) await recheckFiles(tx, toExamination(row), false, ids);
}

const uniqueName = (name: string, taken: readonly string[]): string =>
  uniqueNames([name], taken)[0] ?? name;
