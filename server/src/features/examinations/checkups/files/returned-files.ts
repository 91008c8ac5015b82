import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { conflict } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import * as repo from '../checkups.repo.ts';
import { settleWithout } from '../patient-check/patient-doubts.ts';
import * as checkupFiles from './checkup-files.repo.ts';
import type { Deps, Patient, ReceivedFile } from './received-files.ts';

export interface ReturnedFiles {
  readonly ids: readonly string[];
  /** Receiving them has completed the checkup, which is pending again without X-rays. */
  readonly hasCompleted: boolean;
  /** Whom receiving them has named: the checkup has no patient again without X-rays. */
  readonly patient?: Patient;
  /** Its name since receiving them: the shipment has the name of all shipments again without X-rays. */
  readonly examinationName?: string;
}

export async function returnFiles(
  { results, referrals, audit }: Deps,
  tx: Db,
  actor: Actor,
  checkupId: string,
  { ids, hasCompleted, patient, examinationName }: ReturnedFiles,
): Promise<ReceivedFile[]> {
  const existing = (await repo.lock(tx, checkupId)) && (await repo.find(tx, checkupId));
  // Deleted with all files.
  if (!existing && ids.length === 0) return [];
  if (!existing) throw conflict(intakeMessages.filesGone());
  const files = await checkupFiles.listXrays(tx, checkupId, ids);
  if (files.length < ids.length) throw conflict(intakeMessages.filesGone());
  await checkupFiles.removeFiles(tx, ids);
  if ((await checkupFiles.listXrays(tx, checkupId)).length === 0) {
    if (hasCompleted && existing.status === 'completed')
      await repo.update(tx, checkupId, { status: 'pending' });
    // Staff may have corrected the names since.
    if (existing.first_name === patient?.firstName && existing.last_name === patient.lastName)
      await repo.update(tx, checkupId, { first_name: '', last_name: '' });
    if (existing.name === examinationName)
      await repo.update(tx, checkupId, { name: SHIPMENT_NAME });
    await results.withdraw(tx, checkupId);
  }
  await settleWithout({ results }, tx, checkupId, files);
  await referrals.settle(tx, actor, checkupId);
  for (const id of ids) await audit.record(tx, actor, 'return', 'file', id);
  await audit.record(tx, actor, 'change', 'checkup', checkupId);
  return files;
}
