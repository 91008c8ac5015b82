import type { CheckupQuery } from '@deqiq/contract/examinations/checkup-queries.ts';
import type { Deletion } from '@deqiq/contract/examinations/deletions.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { Log } from '../../../../platform/storage/garbage-collector.ts';
import { HOUR, iso } from '../../../../platform/time.ts';
import * as checkupFiles from '../files/checkup-files.repo.ts';
import {
  assertMayDelete,
  createDeletion,
  type DeletionDeps,
  deleteFile,
  purgeDeletion,
  RETENTION,
  restoreDeletion,
} from './deletion-changes.ts';
import * as counts from './deletion-counts.repo.ts';
import * as repo from './deletions.repo.ts';
import * as listed from './listed-deletions.repo.ts';
import * as withdrawals from './withdrawals.repo.ts';

/** Deletions removed per sweep, each in its own transaction. */
const BATCH_SIZE = 1_000;

export type DeletionsService = ReturnType<typeof deletionsService>;

/** Deleted checkups and files: restorable for 30 days, then removed permanently. */
export function deletionsService(deps: DeletionDeps) {
  const { db, versions, referrals, audit, now } = deps;
  const version = versions.memoize('checkup_deletions', 'partners', 'admins');

  return {
    version: () => version(),

    async list({ page, limit, name }: CheckupQuery) {
      const { rows, total } = await listed.list(db, { page, limit, name });
      const stored = await listed.listFiles(
        db,
        rows.map(({ id }) => id),
      );
      const filesById = Map.groupBy(stored, (file) => file.deletion_id);
      return {
        deletions: rows.map((row) => present(row, filesById.get(row.id) ?? [])),
        pagination: pagination(page, limit, total),
      };
    },

    /** The links end with the rows; the bytes stay. */
    async deleteCheckup(actor: Actor, id: string) {
      await assertMayDelete(deps, actor);
      await db.transaction().execute(async (tx) => {
        if (!(await repo.moveCheckup(tx, createDeletion(deps, actor, id))))
          throw notFound(checkupMessages.notFound());
        await referrals.followDeletion(tx, actor, id);
        await audit.record(tx, actor, 'delete', 'checkup', id);
      });
      return { message: checkupMessages.deleted() };
    },

    /** In the caller's transaction: deletes a checkup that has no files; leaves any other. */
    async removeEmptied(tx: Db, actor: Actor, id: string): Promise<void> {
      const { names } = await checkupFiles.findFilePositions(tx, id);
      if (names.length > 0 || !(await repo.moveCheckup(tx, createDeletion(deps, actor, id))))
        return;
      await referrals.followDeletion(tx, actor, id);
      await audit.record(tx, actor, 'delete', 'checkup', id);
    },

    /** A partner withdraws a shipment; staff can restore it like any deletion. */
    async withdraw(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await withdrawals.lockWaitingShipment(tx, actor.personId, id))) {
          if (await withdrawals.belongsToPartner(tx, actor.personId, id))
            throw conflict(shipmentMessages.alreadyAccepted());
          throw notFound(checkupMessages.notFound());
        }
        await repo.moveCheckup(tx, createDeletion(deps, actor, id));
        await referrals.followDeletion(tx, actor, id);
        await audit.record(tx, actor, 'withdraw', 'checkup', id);
      });
      return { message: shipmentMessages.withdrawn() };
    },

    /** With `fileId` only that file is deleted, even if another one has the name now. */
    async deleteFile(
      actor: Actor,
      path: { readonly id: string; readonly fileName: string },
      fileId?: string,
    ) {
      await deleteFile(deps, actor, path, fileId);
      return { message: checkupMessages.fileDeleted() };
    },

    async restore(actor: Actor, id: string) {
      await restoreDeletion(deps, actor, id);
      return { message: deletionMessages.restored() };
    },

    /** Permanently removes deletions older than 30 days and returns their count; sweeps delete the bytes. */
    async purge(log: Log): Promise<number> {
      const upTo = iso(now() - RETENTION);
      let count = 0;
      for (const id of await listed.findOlderThan(db, upTo, BATCH_SIZE))
        if (await purgeDeletion(deps, id, upTo)) count += 1;
      if (count > 0) log.info({ count }, 'removed deletions older than 30 days permanently');
      return count;
    },

    /** The number of restorable deletions, and of those in the last hour. */
    countAll: () => counts.countAll(db, iso(now() - HOUR)),
  };
}

function present(row: listed.DeletionRow, files: readonly listed.DeletedFile[]): Deletion {
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
    removedAt: iso(removedAt),
  };
}
