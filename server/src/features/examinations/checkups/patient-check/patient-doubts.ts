import type { CheckupStatus } from '@deqiq/contract/examinations/checkups.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import type { ResultsService } from '../../results/results.service.ts';
import { isHeldBack } from '../checkups.present.ts';
import * as repo from '../checkups.repo.ts';
import type * as listedFiles from '../files/listed-files.repo.ts';
import type { FollowingReferrals } from '../referred/following-referrals.ts';
import * as checks from './patient-check.repo.ts';
import { type CheckedExamination, checkPatients } from './patient-check.ts';

interface Deps {
  readonly db: Db;
  readonly results: Pick<ResultsService, 'markReady' | 'withdraw'>;
  readonly referrals: FollowingReferrals;
  readonly audit: Pick<AuditService, 'record'>;
}

interface Completion {
  readonly results: Pick<ResultsService, 'markReady'>;
}

/** Whether the partner sees an X-ray of the checkup. */
export const hasXray = ({ files }: repo.CheckupRow): boolean =>
  files.some((file) => file.kind === 'xray' && !isHeldBack(file));

const isReady = (row: repo.CheckupRow): boolean => row.status === 'completed' && hasXray(row);

/** Compares the files of a checkup whose name or files change; those that staff have confirmed stay so. */
export async function recheckFiles(
  tx: Db,
  examination: CheckedExamination,
  isConfirmed: boolean,
  ids?: readonly string[],
): Promise<void> {
  const files = await checks.listUnconfirmed(tx, examination.id, ids);
  const verdicts = await checkPatients(tx, examination, files, isConfirmed);
  for (const { id, patient_check } of files) {
    const check = verdicts.get(id)?.check ?? '';
    if (check !== patient_check) await checks.setCheck(tx, [id], { patient_check: check });
  }
}

interface Settling {
  readonly existing: repo.CheckupRow;
  /** With the new files. */
  readonly changed: repo.CheckupRow;
  /** By staff, or by the first X-ray of a pending checkup. */
  readonly requested: CheckupStatus | undefined;
}

/**
 * The status of a changed checkup, which the caller stores: a doubt never completes it. Records or withdraws the result,
 * and what confirming the patient has to do later.
 */
export async function settleStatus(
  { results }: Pick<Deps, 'results'>,
  tx: Db,
  { existing, changed, requested }: Settling,
): Promise<CheckupStatus> {
  const { id, partner_id: partnerId } = existing;
  const doubtful = changed.files.filter(isHeldBack);
  const isReleased =
    existing.status === 'pending' && doubtful.length === 0 && existing.files.some(isCompleting);
  const wanted = requested ?? (isReleased ? 'completed' : existing.status);
  const mayComplete =
    doubtful.length === 0 || (existing.status === 'completed' && hasXray(changed));
  const status = wanted === 'completed' && !mayComplete ? 'pending' : wanted;
  if (wanted === 'completed' || requested !== undefined)
    await checks.setCheck(
      tx,
      doubtful.map((file) => file.id),
      { completes_checkup: wanted === 'completed' ? 1 : 0 },
    );
  const isReadyNow = status === 'completed' && hasXray(changed);
  if (isReadyNow && !isReady(existing))
    await results.markReady(tx, { id, partnerId, isFirstXray: !hasXray(existing) });
  if (isReady(existing) && !hasXray(changed)) await results.withdraw(tx, id);
  return status;
}

const isCompleting = (file: listedFiles.ListedFile): boolean =>
  isHeldBack(file) && file.completes_checkup === 1;

/** Staff have seen both names: the partner sees the files, and gets the result. Repeatable. */
export async function confirmPatient(
  { db, results, referrals, audit }: Deps,
  actor: Actor,
  id: string,
) {
  await db.transaction().execute(async (tx) => {
    const existing = (await repo.lock(tx, id)) && (await repo.find(tx, id));
    if (!existing) throw notFound(checkupMessages.notFound());
    const doubtful = existing.files.filter(isHeldBack);
    if (doubtful.length === 0) return;
    const ids = doubtful.map((file) => file.id);
    await checks.setCheck(tx, ids, { patient_check: 'confirmed' });
    const completes = existing.status === 'pending' && doubtful.some(isCompleting);
    await completeWith({ results }, tx, existing, completes ? 'completed' : existing.status);
    await referrals.settle(tx, actor, id);
    for (const fileId of ids) await audit.record(tx, actor, 'confirm-patient', 'file', fileId);
    await audit.record(tx, actor, 'change', 'checkup', id);
  });
}

/** Completes the checkup that a removed file kept pending, if there is another X-ray. */
export async function settleWithout(
  deps: Completion,
  tx: Db,
  id: string,
  removed: readonly Pick<listedFiles.ListedFile, 'patient_check' | 'completes_checkup'>[],
): Promise<void> {
  if (!removed.some((file) => isHeldBack(file) && file.completes_checkup === 1)) return;
  const row = await repo.find(tx, id);
  if (row?.status !== 'pending' || row.files.some(isHeldBack) || !hasXray(row)) return;
  await completeWith(deps, tx, { ...row, files: [] }, 'completed');
}

/** `existing`: before the change. */
async function completeWith(
  { results }: Completion,
  tx: Db,
  existing: repo.CheckupRow,
  status: CheckupStatus,
): Promise<void> {
  const { id, partner_id: partnerId } = existing;
  if (status !== existing.status) await repo.update(tx, id, { status });
  if (status === 'completed' && !isReady(existing))
    await results.markReady(tx, { id, partnerId, isFirstXray: !hasXray(existing) });
}
