import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import { type DescribedPatient, isSex } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import type { PatientCheck } from '../../../../platform/db/tables/checkups.ts';
import type { CheckupFileRow, Db } from '../../../../platform/db/tables.ts';
import { AppError, invalid, notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import { isoNow } from '../../../../platform/time.ts';
import type { ChangeDeps } from '../checkup-changes.ts';
import * as repo from '../checkups.repo.ts';
import { type CheckedExamination, findPatientDifferences } from '../patient-check/patient-check.ts';
import { settleStatus } from '../patient-check/patient-doubts.ts';
import * as checkupFiles from './checkup-files.repo.ts';
import { uniqueNames } from './file-names.ts';

/** A stored file that came from a machine; its previews have been requested. */
export type ReceivedFile = Pick<CheckupFileRow, 'id' | 'name' | 'size' | 'content_type' | 'crc32'>;

/** The patient of a study for whom staff create a checkup. */
export interface IntakePatient {
  readonly partner: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
}

export type Deps = Pick<ChangeDeps, 'results' | 'referrals' | 'imaging' | 'audit' | 'now'>;

export async function createForFiles(
  { audit, now }: Deps,
  tx: Db,
  actor: Actor,
  { partner, firstName, lastName, name }: IntakePatient,
): Promise<string> {
  if (!(await repo.hasPartner(tx, partner)))
    throw invalid('partner', checkupMessages.partnerMissing());
  const id = newId();
  await repo.insert(tx, {
    id,
    partner_id: partner,
    first_name: firstName,
    last_name: lastName,
    name,
    description: '',
    start_date: null,
    end_date: null,
    status: 'pending',
    created_at: isoNow(now),
  });
  await audit.record(tx, actor, 'create', 'checkup', id);
  return id;
}

/** A patient as the header of a received file names them. */
export type Patient = Pick<IntakePatient, 'firstName' | 'lastName'>;

/** Files of a study that become X-rays. */
export interface Reception {
  readonly files: readonly ReceivedFile[];
  /** Names a checkup that has no patient. */
  readonly patient: Patient;
  /** Names a shipment, which has the same name as all others; '' where DICOM does not say what it is. */
  readonly examinationName: string;
  readonly described: DescribedPatient;
  /** Staff have seen both names. */
  readonly isConfirmed: boolean;
  /** Whether files of another patient wait for a confirmation instead of being refused. */
  readonly mayHoldBack?: boolean;
}

interface Received {
  readonly hasCompleted: boolean;
  /** The checkup, a partner's shipment, named no patient. */
  readonly hasNamed: boolean;
  /** The checkup had the name of every shipment. */
  readonly hasRenamed: boolean;
}

/** Throws 404 where there is no such checkup. */
export async function receiveFiles(
  { results, referrals, imaging, audit, now }: Deps,
  tx: Db,
  actor: Actor | null,
  checkupId: string,
  { files: received, patient, examinationName, described, ...options }: Reception,
): Promise<Received> {
  // Two concurrent assignments would choose the same names.
  const existing = (await repo.lock(tx, checkupId)) && (await repo.find(tx, checkupId));
  if (!existing) throw notFound(intakeMessages.checkupNotFound());
  const check = received.length > 0 ? await checkStudy(tx, existing, described, options) : '';
  const isCompleting = existing.status === 'pending' && received.length > 0;
  const hasNamed = received.length > 0 && isNameless(existing) && patient.lastName !== '';
  const named = hasNamed && { first_name: patient.firstName, last_name: patient.lastName };
  const hasRenamed =
    received.length > 0 && existing.name === SHIPMENT_NAME && examinationName !== '';
  const renamed = hasRenamed && { name: examinationName };
  const { names, next } = await checkupFiles.findFilePositions(tx, checkupId);
  const unique = uniqueNames(
    received.map((file) => file.name),
    names,
  );
  const created_at = isoNow(now);
  await checkupFiles.insertFiles(
    tx,
    received.map(({ id, size, content_type, crc32, name }, index) => ({
      id,
      size,
      content_type,
      crc32,
      created_at,
      name: unique[index] ?? name,
      checkup_id: checkupId,
      kind: 'xray' as const,
      position: next + index,
      patient_check: check,
    })),
  );
  const ids = received.map(({ id }) => id);
  await imaging.describePatient(tx, ids, described);
  const changed = (await repo.find(tx, checkupId)) ?? existing;
  const requested = isCompleting ? 'completed' : undefined;
  const status = await settleStatus({ results }, tx, { existing, changed, requested });
  if (status !== existing.status || hasNamed || hasRenamed)
    await repo.update(tx, checkupId, { status, ...named, ...renamed });
  await referrals.settle(tx, actor, checkupId);
  for (const id of ids) {
    await audit.record(tx, actor, 'upload', 'file', id);
    if (check === 'confirmed') await audit.record(tx, actor, 'confirm-patient', 'file', id);
  }
  await audit.record(tx, actor, 'change', 'checkup', checkupId);
  // Undoing takes back also what a confirmation completes later.
  return { hasCompleted: isCompleting, hasNamed, hasRenamed };
}

/** Throws 409 with both names where the patient differs and neither staff confirm it nor may the files be held back. */
async function checkStudy(
  tx: Db,
  existing: repo.CheckupRow,
  described: DescribedPatient,
  { isConfirmed, mayHoldBack = false }: Pick<Reception, 'isConfirmed' | 'mayHoldBack'>,
): Promise<PatientCheck> {
  const differences = await findPatientDifferences(tx, toExamination(existing), described);
  if (differences.length === 0) return '';
  if (isConfirmed) return 'confirmed';
  if (mayHoldBack) return 'different';
  const { patientName, birthDate, sex } = described;
  const patientDoubt = {
    file: '',
    name: patientName,
    birthDate: birthDate || null,
    sex: isSex(sex) ? sex : null,
    reasons: differences,
  };
  const message = intakeMessages.patientDiffers();
  throw new AppError('patient-differs', 409, message, undefined, { patientDoubt });
}

export const toExamination = (row: repo.CheckupRow): CheckedExamination => ({
  id: row.id,
  partnerId: row.partner_id,
  firstName: row.first_name,
  lastName: row.last_name,
});

const isNameless = (row: { first_name: string; last_name: string }): boolean =>
  `${row.first_name}${row.last_name}`.trim() === '';
