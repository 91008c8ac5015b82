import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import {
  type ReportContent,
  reportContent,
} from '@deqiq/contract/reports/content/report-content.ts';
import { MAX_ADDENDA } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import { removeReportIndex } from '../../../platform/db/report-index.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { ProofService } from '../../people/auth/proof.service.ts';
import type { ReferralMovesService } from '../../referrals/referrals/referral-moves.service.ts';
import type { ReadingService } from '../reading/reading.service.ts';
import { assertReferences } from './report-references.ts';
import * as repo from './reports.repo.ts';
import { canonicalJson } from './signing/canonical-json.ts';
import type { ReportKeysService } from './signing/report-keys.service.ts';
import { listScales } from './signing/report-scales.service.ts';
import type { Author, SignedDocument, SignedEntry } from './signing/signed-documents.ts';

/** Lists the DICOM instances of a signed report. */
export const INDEX_REPORT = 'index-report';

export interface ReportDeps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly versions: TableVersions;
  readonly keys: Pick<ReportKeysService, 'sign'>;
  readonly moves: Pick<ReferralMovesService, 'lockCheckup' | 'followReports'>;
  readonly reading: Pick<ReadingService, 'begin' | 'end'>;
  readonly notifications: Pick<NotificationsService, 'notify' | 'withdraw'>;
  readonly proof: ProofService;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => number;
}

/** Freezes a draft as it is now. Throws 400 where it names something that was deleted. */
async function buildDocument(
  { db, now }: ReportDeps,
  row: repo.ListedReport,
  author: Author,
): Promise<SignedDocument> {
  const checkup = await repo.findCheckup(db, row.checkup_id);
  if (!checkup) throw notFound(checkupMessages.notFound());
  const content: ReportContent = reportContent.parse(JSON.parse(row.content ?? '{}'));
  const { files, annotations } = await assertReferences(db, row.checkup_id, content);
  const frozen = annotations.map((each) => ({
    id: each.client_id,
    file: each.file_id,
    version: each.version,
    label: each.label,
    content: JSON.parse(each.content),
  }));
  const summaries = await repo.findSummaries(
    db,
    frozen.map(({ file }) => file),
  );
  const patient = await repo.findPatient(db, checkup.patient_id);
  return {
    kind: 'diagnostic-report',
    format: 1,
    report: row.id,
    checkup: checkup.id,
    version: row.version,
    content,
    author,
    signedAt: isoNow(now),
    patient: {
      code: patient ? patientCodes.format(patient) : null,
      firstName: patient?.first_name ?? checkup.first_name,
      lastName: patient?.last_name ?? checkup.last_name,
      fatherName: patient?.father_name ?? '',
      birthDate: patient?.birth_date ?? null,
      sex: patient?.sex ?? null,
    },
    examination: {
      code: formatExaminationCode(checkup),
      name: checkup.name,
      createdAt: checkup.created_at,
    },
    annotations: frozen,
    scales: listScales(frozen, summaries),
    files: files.map(({ id, name, size, crc32 }) => ({
      id,
      name,
      size: Number(size),
      crc32: Number(crc32),
    })),
  };
}

/** Signs a draft of this version; false where it has changed meanwhile. */
export async function signDraft(
  deps: ReportDeps,
  actor: Actor,
  row: repo.ListedReport,
  author: Author,
): Promise<boolean> {
  const { db, keys, moves, reading, audit } = deps;
  const signed = await buildDocument(deps, row, author);
  const document = canonicalJson(signed);
  const signature = await keys.sign(document);
  return db.transaction().execute(async (tx) => {
    await moves.lockCheckup(tx, row.checkup_id);
    const checkup = await repo.findCheckup(tx, row.checkup_id);
    if (!checkup) throw notFound(checkupMessages.notFound());
    const changes = { ...signature, document, content: null, status: 'signed' as const };
    const at = { signed_at: signed.signedAt, updated_at: signed.signedAt };
    if (!(await repo.updateDraft(tx, row, { ...changes, ...at }))) return false;
    await audit.record(tx, actor, 'sign', 'diagnostic-report', row.id, signature.sha256);
    await moves.followReports(tx, actor, row.checkup_id, true);
    await reading.end(tx, row.checkup_id);
    await deps.jobs.enqueue(tx, { kind: INDEX_REPORT, subject: row.id });
    await announce(deps, tx, 'report-signed', checkup);
    return true;
  });
}

type NewEntry =
  | { readonly kind: 'addendum'; readonly text: string }
  | { readonly kind: 'countersignature' }
  | { readonly kind: 'withdrawal'; readonly reason: string };

/** Throws 409 where what follows a report does not allow the entry. */
function assertAllowed({ entries, document }: repo.ListedReport, { kind }: NewEntry, by: Author) {
  const count = (other: NewEntry['kind']) => entries.filter((each) => each.kind === other).length;
  if (kind === 'addendum' && count('addendum') >= MAX_ADDENDA)
    throw conflict(reportMessages.tooManyAddenda({ max: MAX_ADDENDA }));
  if (kind !== 'countersignature') return;
  const { author } = JSON.parse(document ?? '{}') as SignedDocument;
  if (author.id === by.id) throw conflict(reportMessages.signerCountersigns());
  if (count('countersignature') > 0) throw conflict(reportMessages.alreadyCountersigned());
}

/** Adds an entry to a signed report; false where it was withdrawn meanwhile. Entries of others are waited for. */
export async function addEntry(
  deps: ReportDeps,
  actor: Actor,
  id: string,
  by: Author,
  added: NewEntry,
): Promise<boolean> {
  const { db, keys, now } = deps;
  for (;;) {
    const row = await repo.find(db, id);
    if (row?.status !== 'signed') return false;
    assertAllowed(row, added, by);
    const position = row.entries.length + 1;
    const entry: SignedEntry = {
      ...added,
      format: 1,
      report: id,
      position,
      follows: row.entries.at(-1)?.sha256 ?? row.sha256 ?? '',
      author: by,
      at: isoNow(now),
    };
    const document = canonicalJson(entry);
    const signature = await keys.sign(document);
    const stored = { id: newId(), report_id: id, position, kind: added.kind, document };
    const isAdded = await db
      .transaction()
      .execute(async (tx) => {
        await deps.moves.lockCheckup(tx, row.checkup_id);
        const to = added.kind === 'withdrawal' ? 'withdrawn' : 'signed';
        if (!(await repo.advanceSigned(tx, id, to, entry.at))) return false;
        if (!(await repo.insertEntry(tx, { ...stored, ...signature }))) throw new TakenPosition();
        await follow(deps, tx, actor, row.checkup_id, entry, signature.sha256);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof TakenPosition) return undefined;
        throw error;
      });
    if (isAdded !== undefined) return isAdded;
  }
}

/** Another entry was faster: this one has to follow it. */
class TakenPosition extends Error {}

const actions = {
  addendum: 'add-addendum',
  countersignature: 'countersign',
  withdrawal: 'withdraw',
} as const;

async function follow(
  deps: ReportDeps,
  tx: Db,
  actor: Actor,
  checkupId: string,
  { kind, report }: SignedEntry,
  sha256: string,
): Promise<void> {
  await deps.audit.record(tx, actor, actions[kind], 'diagnostic-report', report, sha256);
  // Its instances have other UIDs now.
  await removeReportIndex(tx, [report]);
  await deps.jobs.enqueue(tx, { kind: INDEX_REPORT, subject: report });
  if (kind === 'withdrawal')
    await deps.moves.followReports(tx, actor, checkupId, await repo.hasSigned(tx, checkupId));
  const checkup = await repo.findCheckup(tx, checkupId);
  if (checkup && kind !== 'countersignature') await announce(deps, tx, 'report-changed', checkup);
}

/** Tells the doctor, also of the second report of a checkup. */
async function announce(
  { notifications }: ReportDeps,
  tx: Db,
  kind: 'report-signed' | 'report-changed',
  { id: objectId, partner_id: partnerId }: { readonly id: string; readonly partner_id: string },
): Promise<void> {
  await notifications.withdraw(tx, { kind, objectId });
  await notifications.notify(tx, { kind, objectId, partnerId });
}
