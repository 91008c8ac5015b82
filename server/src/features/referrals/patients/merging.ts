import type { LaterObject } from '@deqiq/contract/referrals/patients/patients.ts';
import * as patientMessages from '@deqiq/messages/referrals/patients.js';
import { findPatientRoots } from '../../../platform/db/patient-records.ts';
import type { Db, PatientRow } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';

import { newId, readInstant } from '../../../platform/ids.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './patients.repo.ts';

interface Deps {
  readonly audit: Pick<AuditService, 'record'>;
}

interface Pair {
  readonly id: string;
  readonly other: string;
}

/**
 * Examinations and referrals keep the record that they have: a merge only points from one record to the other, and
 * taking it back returns exactly what was there.
 */
export async function mergePatients(
  { audit }: Deps,
  tx: Db,
  actor: Actor,
  { id, other }: Pair,
): Promise<void> {
  const survivor = (await findRootOrFail(tx, id)).id;
  const merged = await findOrFail(tx, other);
  if (merged.merged_into !== null && [id, survivor].includes(merged.merged_into)) return;
  if (merged.id === survivor) throw conflict(patientMessages.sameRecord());
  // In one order, so that two merges do not wait for each other; a colleague may be faster.
  for (const each of [survivor, merged.id].toSorted())
    if (!(await repo.lock(tx, each))) throw conflict(patientMessages.alreadyMerged());
  await repo.update(tx, merged.id, { merged_into: survivor, merge_link: newId() });
  await audit.record(tx, actor, 'merge', 'patient', survivor, `with ${merged.id}`);
}

/** Returns what came to the survivor after the merge, and stays with it. */
export async function unmergePatients(
  { audit }: Deps,
  tx: Db,
  actor: Actor,
  { id, other }: Pair,
): Promise<LaterObject[]> {
  const survivor = (await findRootOrFail(tx, id)).id;
  const merged = await findOrFail(tx, other);
  if (merged.id === survivor || (await findRootOrFail(tx, merged.id)).id !== survivor)
    throw conflict(patientMessages.notMerged());
  const later = await listLater(tx, merged);
  if (!(await repo.unmerge(tx, merged.id))) throw conflict(patientMessages.notMerged());
  await audit.record(tx, actor, 'unmerge', 'patient', survivor, `from ${merged.id}`);
  return later;
}

/** The visits that each record above got after the merge that put this one below it. */
async function listLater(tx: Db, merged: PatientRow): Promise<LaterObject[]> {
  const found: LaterObject[] = [];
  let since = '';
  for (let row: PatientRow | undefined = merged; row?.merged_into; ) {
    since = [since, row.merge_link ?? ''].toSorted().at(-1) ?? '';
    const rows = await repo.listLater(tx, row.merged_into, since);
    found.push(...rows.map(({ kind, id, link }) => ({ kind, _id: id, at: readInstant(link) })));
    row = await repo.find(tx, row.merged_into);
  }
  return found;
}

async function findOrFail(tx: Db, id: string): Promise<PatientRow> {
  const row = await repo.find(tx, id);
  if (!row || row.erased_at !== null) throw notFound(patientMessages.notFound());
  return row;
}

async function findRootOrFail(tx: Db, id: string): Promise<PatientRow> {
  const root = (await findPatientRoots(tx, [id])).get(id);
  return findOrFail(tx, root?.id ?? id);
}
