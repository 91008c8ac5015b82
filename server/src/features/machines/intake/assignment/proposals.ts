import {
  formatExaminationCode,
  normalizeExaminationCode,
  parseExaminationCode,
} from '@deqiq/contract/examinations/names/examination-code.ts';
import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import {
  identifyingReasons,
  isDifference,
  type ProposalReason,
} from '@deqiq/contract/machines/intake/intake-texts.ts';
import type { IntakeProposal } from '@deqiq/contract/machines/intake.ts';
import {
  findDifferences,
  isSex,
  type PatientDifference,
} from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { isSamePerson } from '@deqiq/contract/shared/patient/same-person.ts';
import type { Db, IntakeStudyRow } from '../../../../platform/db/tables.ts';
import { DAY } from '../../../../platform/time.ts';
import { describePatient } from './assignment.ts';
import * as repo from './candidates.repo.ts';

/** Proposals per study. */
const MAX_PROPOSALS = 5;

/** Examinations whose names are compared. */
const MAX_CANDIDATES = 500;

/** Milliseconds for which a completed examination may get another study: the patient goes to a second machine. */
const RECENT = 14 * DAY;

/** A stronger reason outweighs all weaker ones. */
const WEIGHTS: Readonly<Record<Exclude<ProposalReason, PatientDifference>, number>> = {
  accession: 64,
  'same-study': 32,
  'patient-id': 16,
  name: 8,
  'birth-date': 4,
  shipment: 2,
  time: 1,
};

/** Outweighs all reasons for an examination. */
const AGAINST = -1_000;

/** The patients in the DICOM files of examinations. */
type Headers = Awaited<ReturnType<typeof repo.listHeaders>>;

export async function findProposals(
  db: Db,
  studies: readonly IntakeStudyRow[],
  now: number,
): Promise<Map<string, IntakeProposal[]>> {
  if (studies.length === 0) return new Map();
  const since = new Date(now - RECENT).toISOString();
  const recent = await repo.listRecent(db, since, MAX_CANDIDATES);
  const patientIds = studies.map(({ patient_id }) => patient_id).filter(Boolean);
  const headers = await repo.listHeaders(db, {
    checkupIds: recent.map(({ id }) => id),
    patientIds,
  });
  const named = await repo.listByKeys(db, {
    ids: [
      ...studies.flatMap(({ checkup_id }) => checkup_id ?? []),
      ...headers.filter((row) => patientIds.includes(row.patient_id)).map((row) => row.checkup_id),
    ],
    seqs: studies.flatMap((study) => listSeqs(study)),
  });
  const candidates = [...new Map([...named, ...recent].map((row) => [row.id, row])).values()];
  const records = await repo.findRecords(db, {
    codes: patientIds,
    ids: [...new Set(candidates.flatMap(({ patient_id }) => patient_id ?? []))],
  });
  const headersOf = Map.groupBy(headers, (row) => row.checkup_id);
  return new Map(
    studies.map((study) => [
      study.id,
      rank(
        findOtherCodes(
          study,
          candidates.map((checkup) =>
            compareRecords(
              compare(study, checkup, headersOf.get(checkup.id) ?? []),
              records.get(normalizeExaminationCode(study.patient_id)),
              records.get(checkup.patient_id ?? ''),
            ),
          ),
        ),
      ),
    ]),
  );
}

/** The examination whose code the accession number is, if there is one. */
export async function findByAccession(
  db: Db,
  study: Pick<IntakeStudyRow, 'accession_number'>,
): Promise<repo.Candidate | undefined> {
  const seq = parseExaminationCode(study.accession_number);
  if (seq === undefined) return undefined;
  const rows = await repo.listByKeys(db, { ids: [], seqs: [seq] });
  return rows.find((row) => isCodeOf(study.accession_number, row));
}

const listSeqs = ({ accession_number, patient_id }: IntakeStudyRow): number[] =>
  [accession_number, patient_id].flatMap((text) => parseExaminationCode(text) ?? []);

const isCodeOf = (text: string, checkup: repo.Candidate): boolean =>
  normalizeExaminationCode(text) === formatExaminationCode(checkup);

interface Comparison {
  readonly checkup: repo.Candidate;
  readonly reasons: readonly ProposalReason[];
  /** A shipment of the day without a patient. */
  readonly isNameless: boolean;
}

function compare(study: IntakeStudyRow, checkup: repo.Candidate, headers: Headers): Comparison {
  const typed = { firstName: checkup.first_name, lastName: checkup.last_name };
  const hasName = `${typed.firstName}${typed.lastName}`.trim() !== '';
  const birthDates = headers.map(({ birth_date }) => birth_date).filter(Boolean);
  const sexes = headers.map(({ sex }) => sex).filter(isSex);
  const patient = describePatient(study);
  const differences = findDifferences(
    { names: hasName ? [typed] : [], birthDates, sexes },
    patient,
  );
  const isNamed = hasName && isSamePerson(typed, study.patient_name) === true;
  const isWaiting = checkup.status === 'pending' && checkup.name === SHIPMENT_NAME;
  const is: Readonly<Record<Exclude<ProposalReason, PatientDifference>, boolean>> = {
    accession: isCodeOf(study.accession_number, checkup),
    'same-study': study.checkup_id === checkup.id,
    'patient-id':
      isCodeOf(study.patient_id, checkup) ||
      (study.patient_id !== '' && headers.some((row) => row.patient_id === study.patient_id)),
    // Two people of one name: the files of the examination say that its patient is another one.
    name: isNamed && differences.length === 0,
    'birth-date': isNamed && birthDates.includes(study.birth_date),
    shipment: isWaiting,
    time: toDay(checkup.created_at) === (study.acquired_on || toDay(study.first_arrival_at)),
  };
  const reasons = (Object.keys(is) as (keyof typeof is)[]).filter((reason) => is[reason]);
  const isNameless = isWaiting && !hasName && is.time;
  return { checkup, reasons: [...reasons, ...differences], isNameless };
}

/** The same where the patient id of a study is the code of a record, and an examination has one. */
function compareRecords(
  comparison: Comparison,
  named: string | undefined,
  linked: string | undefined,
): Comparison {
  if (named === undefined || linked === undefined) return comparison;
  const reason = named === linked ? ('patient-id' as const) : ('other-patient-id' as const);
  return { ...comparison, reasons: [...new Set([...comparison.reasons, reason])] };
}

/** The same with the code of another patient's examination as patient id. */
function findOtherCodes(
  study: IntakeStudyRow,
  comparisons: readonly Comparison[],
): readonly Comparison[] {
  const owner = comparisons.find(({ checkup }) => isCodeOf(study.patient_id, checkup))?.checkup;
  if (!owner) return comparisons;
  return comparisons.map((comparison) =>
    isSamePatient(owner, comparison.checkup)
      ? comparison
      : { ...comparison, reasons: [...comparison.reasons, 'other-patient-id' as const] },
  );
}

/** Without a record of the patient: the same partner and name. */
const isSamePatient = (one: repo.Candidate, other: repo.Candidate): boolean =>
  one.id === other.id ||
  (one.partner_id === other.partner_id &&
    isSamePerson(
      { firstName: one.first_name, lastName: one.last_name },
      `${other.first_name} ${other.last_name}`,
    ) === true);

/** Without a patient the day is all there is: such a shipment is proposed where another examination of its partner is. */
function selectProposed(comparisons: readonly Comparison[]): readonly Comparison[] {
  const identified = comparisons.filter(isIdentified);
  const partners = new Set(
    identified.filter((one) => !isDoubtful(one)).map(({ checkup }) => checkup.partner_id),
  );
  return comparisons.filter(
    (one) => isIdentified(one) || (one.isNameless && partners.has(one.checkup.partner_id)),
  );
}

const isIdentified = ({ reasons }: Comparison): boolean =>
  reasons.some((reason) => identifyingReasons.includes(reason));

const isDoubtful = ({ reasons }: Comparison): boolean => reasons.some(isDifference);

/** The day in Baku (UTC+4 all year), YYYY-MM-DD. Arithmetic, because a page of studies compares thousands of days. */
const toDay = (instant: string): string =>
  new Date(Date.parse(instant) + 4 * 3_600_000).toISOString().slice(0, 10);

const weigh = ({ reasons }: Comparison): number =>
  reasons.reduce((sum, reason) => sum + (isDifference(reason) ? AGAINST : WEIGHTS[reason]), 0);

/** The best first, after them those of another patient; of equal ones the newest. */
const rank = (comparisons: readonly Comparison[]): IntakeProposal[] =>
  [...selectProposed(comparisons)]
    .sort((one, other) => weigh(other) - weigh(one) || other.checkup.seq - one.checkup.seq)
    .slice(0, MAX_PROPOSALS)
    .map(({ checkup, reasons }) => ({
      checkup: presentExamination(checkup),
      reasons: [...reasons],
    }));

export const presentExamination = (row: repo.Candidate): IntakeProposal['checkup'] => ({
  _id: row.id,
  code: formatExaminationCode(row),
  firstName: row.first_name,
  lastName: row.last_name,
  name: row.name,
  status: row.status,
  createdAt: row.created_at,
  partner: {
    _id: row.partner_id,
    firstName: row.partner_first_name,
    lastName: row.partner_last_name,
    ...(row.partner_deleted && { deleted: true as const }),
  },
});
