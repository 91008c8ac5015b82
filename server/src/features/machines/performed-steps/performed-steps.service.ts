import {
  formatExaminationCode,
  normalizeExaminationCode,
  parseExaminationCode,
} from '@deqiq/contract/examinations/names/examination-code.ts';
import type {
  PerformedStepAnswer,
  PerformedStepMessage,
  PerformedStepResult,
} from '@deqiq/contract/machines/intake/performed-steps.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { DAY, iso, isoNow } from '../../../platform/time.ts';
import type { ReferralMovesService } from '../../referrals/referrals/referral-moves.service.ts';
import * as repo from './performed-steps.repo.ts';

/** Milliseconds for which a step is stored: no machine changes an older one. */
const RETENTION = 90 * DAY;

interface Deps {
  db: Db;
  moves: Pick<ReferralMovesService, 'arrive'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type PerformedStepsService = ReturnType<typeof performedStepsService>;

/** Messages of machines about the examinations that they perform (PS3.4, F.7). A step that begins moves its referral to `arrived`. */
export function performedStepsService(deps: Deps) {
  const { db, now } = deps;
  return {
    /** Stores a message of a machine, which is named by its AE title. */
    record: (message: PerformedStepMessage, aeTitle: string): Promise<PerformedStepAnswer> =>
      db.transaction().execute(async (tx) => ({
        result:
          message.operation === 'create'
            ? await begin(deps, tx, message, aeTitle)
            : await change(deps, tx, message),
      })),

    sweep: (): Promise<number> => repo.removeBefore(db, iso(now() - RETENTION)),
  };
}

type Creation = PerformedStepMessage & { readonly operation: 'create' };

async function begin(
  { moves, now }: Deps,
  tx: Db,
  step: Creation,
  aeTitle: string,
): Promise<PerformedStepResult> {
  const examinations = await findExaminations(tx, step);
  const isNew = await repo.insert(tx, {
    sop_uid: step.sopUid,
    status: 'IN PROGRESS',
    ae_title: aeTitle,
    checkup_id: examinations[0]?.id ?? null,
    created_at: isoNow(now),
    ended_at: null,
  });
  if (!isNew) return 'duplicate';
  // In one order, as the moves lock them.
  for (const id of examinations.map((examination) => examination.id).sort())
    await moves.arrive(tx, id);
  return 'stored';
}

/** The end of a step moves nothing: a referral is examined when its first X-ray is there. */
async function change(
  { now }: Deps,
  tx: Db,
  { sopUid, state }: PerformedStepMessage & { readonly operation: 'set' },
): Promise<PerformedStepResult> {
  const status = await repo.findStatus(tx, sopUid);
  if (status === undefined) return 'unknown';
  if (status !== 'IN PROGRESS') return 'ended';
  if (state === null || state === 'IN PROGRESS') return 'stored';
  const isChanged = await repo.advance(tx, sopUid, { status: state, ended_at: isoNow(now) });
  return isChanged ? 'stored' : 'ended';
}

/**
 * Examinations by their accession numbers, or that of the only open referral of the patient where the machine has no accession
 * number. If the machine names one of our patients, no examination of another patient is returned.
 */
async function findExaminations(
  tx: Db,
  { accessionNumbers, patientId }: Creation,
): Promise<readonly repo.Examination[]> {
  const patient = await findPatient(tx, patientId);
  if (accessionNumbers.length === 0) {
    const open = patient === undefined ? [] : await repo.listOpen(tx, patient);
    return open.length === 1 ? open : [];
  }
  const codes = new Set(accessionNumbers.map(normalizeExaminationCode));
  const seqs = [...codes].flatMap((code) => parseExaminationCode(code) ?? []);
  const found: repo.Examination[] = [];
  for (const examination of await repo.listExaminations(tx, seqs)) {
    const isNamed = codes.has(formatExaminationCode(examination));
    if (isNamed && (await isOfPatient(tx, examination, patient))) found.push(examination);
  }
  return found;
}

/** The survivor of the record whose code the machine names; undefined for a number of its own. */
async function findPatient(tx: Db, code: string): Promise<string | undefined> {
  const seq = patientCodes.parse(code);
  const row = seq === undefined ? undefined : await repo.findPatient(tx, seq);
  if (!row || patientCodes.format(row) !== normalizeCode(code)) return undefined;
  return repo.findRoot(tx, row.id);
}

async function isOfPatient(
  tx: Db,
  { patient_id: id }: repo.Examination,
  patient: string | undefined,
): Promise<boolean> {
  return patient === undefined || id === null || (await repo.findRoot(tx, id)) === patient;
}
