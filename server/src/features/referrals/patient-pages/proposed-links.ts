import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import {
  MAX_PROPOSED_LINKS,
  type ProposedLink,
  type ProposedLinks,
  type ProposedLinksQuery,
} from '@deqiq/contract/referrals/patients/proposed-links.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import { findPatientRoots, type PatientRoot } from '../../../platform/db/patient-records.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as repo from './proposed-links.repo.ts';

/** Records of one statement, and statements of one request: it is quick however few matches there are. */
const BATCH_SIZE = 100;
const MAX_BATCHES = 10;

/** Examinations that may be of patients on record, newest patients first. It ends between two patients. */
export async function listProposedLinks(
  db: Db,
  { before }: ProposedLinksQuery,
): Promise<ProposedLinks> {
  const found: repo.LinkRow[] = [];
  let last = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before);
  let isComplete = false;
  for (let batch = 0; batch < MAX_BATCHES && !isComplete; batch += 1) {
    const records = await repo.listRecords(db, last, BATCH_SIZE);
    const matches = Map.groupBy(await repo.listMatches(db, records), (row) => row.record_id);
    for (const { id, seq } of records) {
      found.push(...(matches.get(id) ?? []).slice(0, MAX_PROPOSED_LINKS));
      last = seq;
      if (found.length >= MAX_PROPOSED_LINKS)
        return { proposals: await present(db, found), next: String(last) };
    }
    isComplete = records.length < BATCH_SIZE;
  }
  return { proposals: await present(db, found), next: isComplete ? null : String(last) };
}

/** Records that were merged propose their survivor, once per examination. */
async function present(db: Db, rows: readonly repo.LinkRow[]): Promise<ProposedLink[]> {
  const roots = await findPatientRoots(
    db,
    rows.map((row) => row.record_id),
  );
  const proposals = new Map<string, ProposedLink>();
  for (const row of rows) {
    const root = roots.get(row.record_id);
    const key = `${row.id} ${root?.id}`;
    if (root && !proposals.has(key)) proposals.set(key, presentLink(row, root));
  }
  return [...proposals.values()];
}

const presentLink = (row: repo.LinkRow, root: PatientRoot): ProposedLink => ({
  checkup: {
    _id: row.id,
    code: formatExaminationCode(row),
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.name,
    startDate: formatCalendarDate(row.start_date),
    createdAt: row.created_at,
    partner: {
      _id: row.partner_id,
      firstName: row.partner_first_name,
      lastName: row.partner_last_name,
    },
  },
  patient: {
    _id: root.id,
    code: patientCodes.format(root),
    firstName: root.first_name,
    lastName: root.last_name,
    birthDate: formatCalendarDate(root.birth_date),
  },
  same: [
    ...(row.same_partner ? (['partner'] as const) : []),
    ...(row.same_birth_date ? (['birthDate'] as const) : []),
    ...(row.same_code ? (['code'] as const) : []),
  ],
});
