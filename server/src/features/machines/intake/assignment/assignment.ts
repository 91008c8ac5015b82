import { findStudyName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { splitPatientName } from '@deqiq/contract/shared/patient/full-name.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { conflict } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { isoNow } from '../../../../platform/time.ts';
import type { CheckupsService } from '../../../examinations/checkups/checkups.service.ts';
import type { DeletionsService } from '../../../examinations/checkups/deletions/deletions.service.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import * as repo from '../intake.repo.ts';

export interface AssignmentDeps {
  checkups: Pick<
    CheckupsService,
    'joinImages' | 'receiveFiles' | 'returnFiles' | 'findDifferences'
  >;
  deletions: Pick<DeletionsService, 'removeEmptied'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

interface Assignment {
  /** null: the study assigns itself by its accession number. */
  readonly actor: Actor | null;
  readonly study: Pick<
    repo.ListedStudy,
    | 'id'
    | 'state'
    | 'checkup_id'
    | 'patient_name'
    | 'patient_id'
    | 'birth_date'
    | 'sex'
    | 'has_created'
    | 'has_completed'
    | 'has_named'
    | 'has_renamed'
    | 'modalities'
  >;
  readonly checkupId: string;
  readonly hasCreated?: boolean;
  /** Staff have seen both names. */
  readonly isConfirmed?: boolean;
}

/** In a transaction: makes files of a study X-rays of an examination, the only one that later instances follow into. */
export async function assign(
  { checkups, audit, now }: Pick<AssignmentDeps, 'checkups' | 'audit' | 'now'>,
  tx: Db,
  { actor, study, checkupId, hasCreated = false, isConfirmed = false }: Assignment,
): Promise<void> {
  const { id } = study;
  if (study.checkup_id !== null && study.checkup_id !== checkupId)
    throw conflict(
      study.state === 'assigned' ? intakeMessages.changed() : intakeMessages.otherExamination(),
    );
  const assigned_at = isoNow(now);
  const assigned_by = actor?.personId ?? null;
  const assignment = { checkup_id: checkupId, assigned_at, assigned_by };
  // First: of two colleagues one gets the study.
  if (!(await repo.advance(tx, id, ['waiting'], { state: 'assigned', ...assignment })))
    throw conflict(
      study.state === 'arriving' ? intakeMessages.stillArriving() : intakeMessages.changed(),
    );
  const files = await repo.listFiles(tx, [id]);
  await repo.removeFiles(
    tx,
    files.map((file) => file.id),
  );
  const patient = splitPatientName(study.patient_name);
  const changed = await checkups.receiveFiles(tx, actor, checkupId, {
    files,
    patient,
    examinationName: findStudyName(study.modalities),
    described: describePatient(study),
    // Further images of a study whose patient staff have compared.
    isConfirmed: isConfirmed || study.checkup_id === checkupId,
    mayHoldBack: hasCreated,
  });
  await repo.advance(tx, id, ['assigned'], {
    state: 'assigned',
    has_created: hasCreated || study.has_created === 1 ? 1 : 0,
    has_completed: changed.hasCompleted || study.has_completed === 1 ? 1 : 0,
    has_named: changed.hasNamed || study.has_named === 1 ? 1 : 0,
    has_renamed: changed.hasRenamed || study.has_renamed === 1 ? 1 : 0,
  });
  await audit.record(tx, actor, 'assign', 'intake-study', id, `checkup ${checkupId}`);
}

export const describePatient = (
  study: Pick<repo.ListedStudy, 'patient_name' | 'patient_id' | 'birth_date' | 'sex'>,
): DescribedPatient => ({
  patientName: study.patient_name,
  patientId: study.patient_id,
  birthDate: study.birth_date,
  sex: study.sex,
});

const NOTHING_ASSIGNED = {
  checkup_id: null,
  assigned_by: null,
  has_created: 0,
  has_completed: 0,
  has_named: 0,
  has_renamed: 0,
} as const;

/** In a transaction: the opposite of assigning, with all files of the study, or of setting aside. */
export async function undo(
  deps: AssignmentDeps,
  tx: Db,
  actor: Actor,
  { study, assignment }: { readonly study: repo.ListedStudy; readonly assignment: string | null },
): Promise<void> {
  const { id, state, checkup_id: checkupId } = study;
  if (state !== 'aside' && checkupId === null) throw conflict(intakeMessages.nothingToUndo());
  // A colleague has done something else since, or the request is repeated.
  if ((state === 'aside' ? null : study.assigned_at) !== assignment)
    throw conflict(intakeMessages.changed());
  const next = (await repo.hasUnpacked(tx, id)) ? 'arriving' : 'waiting';
  const isAside = state === 'aside';
  const changes = isAside ? {} : NOTHING_ASSIGNED;
  if (!(await repo.advance(tx, id, [state], { state: next, ...changes })))
    throw conflict(intakeMessages.changed());
  if (!isAside && checkupId !== null) await takeBack(deps, tx, actor, { study, checkupId });
  const detail = isAside ? undefined : `checkup ${checkupId}`;
  await deps.audit.record(tx, actor, 'undo', 'intake-study', id, detail);
}

async function takeBack(
  { checkups, deletions, now }: AssignmentDeps,
  tx: Db,
  actor: Actor,
  { study, checkupId }: { study: repo.ListedStudy; checkupId: string },
): Promise<void> {
  if (await repo.hasDeletedFiles(tx, study.id)) throw conflict(intakeMessages.filesGone());
  const ids = await repo.listAssignedFiles(tx, study.id, checkupId);
  const hasCompleted = study.has_completed === 1;
  const named = study.has_named === 1 && { patient: splitPatientName(study.patient_name) };
  const renamed = study.has_renamed === 1 && { examinationName: findStudyName(study.modalities) };
  const returned = await checkups.returnFiles(tx, actor, checkupId, {
    ids,
    hasCompleted,
    ...named,
    ...renamed,
  });
  const created_at = isoNow(now);
  await repo.insertFiles(
    tx,
    returned.map(({ id, name, size, content_type, crc32 }) => ({
      id,
      name,
      size,
      content_type,
      crc32,
      created_at,
      study_id: study.id,
    })),
  );
  if (study.has_created === 1) await deletions.removeEmptied(tx, actor, checkupId);
}
