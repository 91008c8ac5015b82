import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { patientDifferences } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import * as candidates from './assignment/candidates.repo.ts';
import { findProposals, presentExamination } from './assignment/proposals.ts';
import * as repo from './intake.repo.ts';

interface PresentDeps {
  db: Db;
  files: Pick<FilesService, 'present'>;
  now: () => number;
}

export const listedStates = {
  open: ['arriving', 'waiting'],
  assigned: ['assigned'],
  aside: ['aside'],
} as const;

export const OPEN: readonly repo.StudyState[] = listedStates.open;

export async function presentStudies(
  { db, files, now }: PresentDeps,
  rows: readonly repo.ListedStudy[],
  { sessionId }: Actor,
): Promise<IntakeStudy[]> {
  const ids = rows.map(({ id }) => id);
  const filesByStudy = Map.groupBy(await repo.listFiles(db, ids), (file) => file.study_id);
  const conflicts = Map.groupBy(await repo.listConflicts(db, ids), (row) => row.study_id);
  const open = rows.filter(({ state }) => OPEN.includes(state));
  const proposals = await findProposals(db, open, now());
  const assigned = await candidates.listByKeys(db, {
    ids: rows.flatMap(({ checkup_id }) => checkup_id ?? []),
    seqs: [],
  });
  return rows.map((row) => ({
    ...describe(row),
    files: files.present(filesByStudy.get(row.id) ?? [], sessionId),
    conflicts: (conflicts.get(row.id) ?? []).map((instance) => ({
      _id: instance.id,
      sopUid: instance.sop_uid,
      arrivedAt: instance.arrived_at,
      size: instance.size,
    })),
    proposals: proposals.get(row.id) ?? [],
    assignment: presentAssignment(
      row,
      assigned.find(({ id }) => id === row.checkup_id),
    ),
  }));
}

function presentAssignment(
  row: repo.ListedStudy,
  checkup: candidates.Candidate | undefined,
): IntakeStudy['assignment'] {
  if (row.checkup_id === null || row.assigned_at === null) return null;
  return {
    checkup: checkup ? presentExamination(checkup) : null,
    checkupId: row.checkup_id,
    at: row.assigned_at,
    by: row.assigned_by_name,
    isCreated: row.has_created === 1,
  };
}

function presentFirstPatient(row: repo.ListedStudy): IntakeStudy['firstPatient'] {
  if (row.shared_study_uid === null) return null;
  const reasons = row.patient_differences.split(' ');
  return {
    patientName: row.first_patient_name ?? '',
    birthDate: row.first_birth_date ?? '',
    reasons: patientDifferences.filter((difference) => reasons.includes(difference)),
  };
}

const describe = (row: repo.ListedStudy) => ({
  _id: row.id,
  state: row.state,
  studyUid: row.shared_study_uid ?? row.study_uid,
  firstPatient: presentFirstPatient(row),
  isShared: Boolean(row.is_shared),
  patientName: row.patient_name,
  patientId: row.patient_id,
  birthDate: row.birth_date,
  sex: row.sex,
  accessionNumber: row.accession_number,
  description: row.description,
  modalities: row.modalities,
  acquiredOn: row.acquired_on,
  acquiredAt: row.acquired_at,
  device:
    row.device_id !== null && row.device_name !== null
      ? { _id: row.device_id, name: row.device_name }
      : null,
  aeTitle: row.ae_title,
  hasFailed: row.failed_at !== null,
  // The sender announces one number for all patients of a Study UID.
  announced: row.is_shared || row.shared_study_uid !== null ? null : row.announced,
  incomplete: OPEN.includes(row.state) ? row.incomplete : null,
  firstArrivalAt: row.first_arrival_at,
  lastArrivalAt: row.last_arrival_at,
  series: row.series,
  instances: row.instances,
  bytes: row.bytes,
});
