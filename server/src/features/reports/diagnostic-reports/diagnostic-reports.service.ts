import {
  type ReportContent,
  reportContent,
} from '@deqiq/contract/reports/content/report-content.ts';
import type { ReportTemplate } from '@deqiq/contract/reports/content/report-sections.ts';
import type {
  DiagnosticReport,
  PartnerReport,
  ReportAnswer,
  ReportList,
  SaveReport,
  SignReport,
} from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import { assertReferences } from './report-references.ts';
import { addEntry, type ReportDeps, signDraft } from './report-signing.ts';
import { presentReport, readDocument, readEntry } from './reports.present.ts';
import * as repo from './reports.repo.ts';
import type { Author } from './signing/signed-documents.ts';

export { INDEX_REPORT } from './report-signing.ts';

/** A draft is saved every two seconds; the audit names each time of writing once. */
const AUDIT_INTERVAL = 10 * MINUTE;

export type DiagnosticReportsService = ReturnType<typeof diagnosticReportsService>;

/** The reports of radiologists about a checkup: drafts of one author each, then signed and frozen. */
export function diagnosticReportsService(deps: ReportDeps) {
  const { db, versions, audit } = deps;

  return {
    /** Changes whenever the reports of a checkup may. */
    version: versions.memoize(
      'diagnostic_reports',
      'report_entries',
      'admins',
      'checkups',
      'patients',
    ),

    async list(actor: Actor, checkupId: string): Promise<ReportList> {
      await assertCheckup(db, checkupId);
      const rows = await repo.listOfCheckup(db, checkupId);
      const previous = await repo.findPrevious(db, checkupId);
      return {
        reports: rows.map((row) => presentReport(row, actor)),
        previous: previous && {
          report: presentReport(previous, actor),
          examination: readDocument(previous.document ?? '{}').examination.name,
        },
      };
    },

    create: (actor: Actor, checkupId: string, template: ReportTemplate) =>
      createDraft(deps, actor, checkupId, template),

    save: (actor: Actor, id: string, input: SaveReport) => saveDraft(deps, actor, id, input),

    remove: async (actor: Actor, id: string, version: number | undefined) =>
      db.transaction().execute(async (tx) => {
        const row = await findOwnDraft(tx, actor, id);
        const isSame = version === undefined || version === row.version;
        if (!isSame || !(await repo.removeDraft(tx, row)))
          throw conflictWith(await findOrFail(tx, id), actor);
        await audit.record(tx, actor, 'delete', 'diagnostic-report', id);
        return { message: reportMessages.deleted() };
      }),

    /** Only the version that was read: another one is a conflict. */
    sign: (actor: Actor, id: string, sent: SignReport) => sign(deps, actor, id, sent),

    countersign: (actor: Actor, id: string, sent: SignReport) =>
      append(deps, actor, id, { kind: 'countersignature' }, reportMessages.countersigned, sent),

    withdraw: (actor: Actor, id: string, reason: string) =>
      append(deps, actor, id, { kind: 'withdrawal', reason }, reportMessages.withdrawn),

    addAddendum: (actor: Actor, id: string, text: string) =>
      append(deps, actor, id, { kind: 'addendum', text }, reportMessages.addendumAdded),

    /** The newest signed report of the partner's own checkup, and the others, which may be withdrawn. Never drafts. */
    async findForPartner(actor: Actor, checkupId: string): Promise<PartnerReport> {
      await assertCheckup(db, checkupId, actor.personId);
      const rows = (await repo.listOfCheckup(db, checkupId)).filter((row) => row.document !== null);
      const newest = rows.find((row) => row.status === 'signed');
      return {
        report: newest ? presentReport(newest, actor) : null,
        earlier: rows.filter((row) => row !== newest).map((row) => presentReport(row, actor)),
      };
    },

    /** For a share: the conclusion of the newest signed report, and who signed it. */
    async findShared(checkupId: string) {
      const rows = await repo.listOfCheckup(db, checkupId);
      const { id, document } = rows.find((row) => row.status === 'signed') ?? {};
      if (!id || !document) return null;
      const { content, author, signedAt } = readDocument(document);
      const { name, title } = author;
      return { _id: id, conclusion: content.conclusion, name, title, signedAt };
    },

    /**
     * A signed report for documents: what was signed, in which state it is, and what follows it. Throws 404 for a draft, and
     * for a partner with another checkup. `actor` null: the visitor of a share of the checkup.
     */
    loadSignedReport: (actor: Actor | null, id: string) => loadSigned(db, actor, id),

    /** In the transaction that removes a checkup permanently. */
    removeOfCheckup: repo.removeOfCheckup,
  };
}

async function loadSigned(db: Db, actor: Actor | null, id: string) {
  const row = await findOrFail(db, id);
  const checkup = await repo.findCheckup(db, row.checkup_id);
  const isForeign = actor?.role === 'partner' && checkup?.partner_id !== actor.personId;
  if (row.document === null || !checkup || isForeign) throw notFound(reportMessages.notFound());
  const entries = row.entries.map(({ document, sha256 }) => ({
    ...readEntry(document),
    sha256,
  }));
  return {
    state: row.status,
    document: readDocument(row.document),
    sha256: row.sha256 ?? '',
    signature: row.signature ?? '',
    keyId: row.key_id ?? '',
    entries,
    partnerId: checkup.partner_id,
  };
}

async function assertCheckup(db: Db, id: string, partnerId?: string): Promise<void> {
  const row = await repo.findCheckup(db, id);
  if (!row || (partnerId !== undefined && row.partner_id !== partnerId))
    throw notFound(checkupMessages.notFound());
}

/** Throws 404, also where its checkup was deleted. */
async function findOrFail(db: Db, id: string): Promise<repo.ListedReport> {
  const row = await repo.find(db, id);
  if (!row || !(await repo.findCheckup(db, row.checkup_id)))
    throw notFound(reportMessages.notFound());
  return row;
}

/** Throws 403 for another author, and 409 with the report where it is no draft any more. */
async function findOwnDraft(db: Db, actor: Actor, id: string): Promise<repo.ListedReport> {
  const row = await findOrFail(db, id);
  if (row.author_id !== actor.personId)
    throw new AppError('forbidden', 403, reportMessages.notAuthor());
  if (row.status !== 'draft') throw conflictWith(row, actor);
  return row;
}

/** Name, title and licence of a person with the right to sign; throws 403 for others. */
async function findAuthor(db: Db, { personId }: Actor): Promise<Author> {
  const author = await repo.findRadiologist(db, personId);
  if (!author) throw new AppError('forbidden', 403, reportMessages.notRadiologist());
  return author;
}

const conflictWith = (row: repo.ListedReport, actor: Actor): AppError =>
  conflict(row.status === 'draft' ? reportMessages.changed() : reportMessages.moved(), {
    report: presentReport(row, actor),
  });

const present = async (db: Db, actor: Actor, id: string): Promise<DiagnosticReport> =>
  presentReport(await findOrFail(db, id), actor);

async function createDraft(
  { db, reading, audit, now }: ReportDeps,
  actor: Actor,
  checkupId: string,
  template: ReportTemplate,
): Promise<{ report: DiagnosticReport }> {
  await assertCheckup(db, checkupId);
  await findAuthor(db, actor);
  const id = newId();
  const at = isoNow(now);
  await db.transaction().execute(async (tx) => {
    await reading.begin(tx, actor, checkupId);
    await repo.insert(tx, {
      id,
      checkup_id: checkupId,
      status: 'draft',
      version: 1,
      content: JSON.stringify(reportContent.parse({ template })),
      author_id: actor.personId,
      created_at: at,
      updated_at: at,
    });
    await audit.record(tx, actor, 'create', 'diagnostic-report', id, `checkup ${checkupId}`);
  });
  return { report: await present(db, actor, id) };
}

/** Replaces the content. A repeated call returns the report. */
function saveDraft(
  { db, audit, now }: ReportDeps,
  actor: Actor,
  id: string,
  { version, content }: SaveReport,
): Promise<{ report: DiagnosticReport }> {
  return db.transaction().execute(async (tx) => {
    const row = await findOwnDraft(tx, actor, id);
    const text = JSON.stringify(content);
    if (row.version === version + 1 && row.content === text)
      return { report: presentReport(row, actor) };
    const before = JSON.parse(row.content ?? '{}') as ReportContent;
    await assertReferences(tx, row.checkup_id, content, before);
    const changes = { content: text, version: version + 1, updated_at: isoNow(now) };
    if (!(await repo.updateDraft(tx, { id, version }, changes)))
      throw conflictWith(await findOrFail(tx, id), actor);
    if (row.version === 1 || now() - Date.parse(row.updated_at) > AUDIT_INTERVAL)
      await audit.record(tx, actor, 'change', 'diagnostic-report', id);
    return { report: presentReport({ ...row, ...changes }, actor) };
  });
}

async function sign(
  deps: ReportDeps,
  actor: Actor,
  id: string,
  sent: SignReport,
): Promise<ReportAnswer> {
  const { db } = deps;
  const author = await findAuthor(db, actor);
  const row = await findOwnDraft(db, actor, id);
  if (row.version !== sent.version) throw conflictWith(row, actor);
  await deps.proof.prove(actor, sent);
  if (!(await signDraft(deps, actor, row, author)))
    throw conflictWith(await findOrFail(db, id), actor);
  return { report: await present(db, actor, id), message: reportMessages.signed() };
}

/** A change of a signed report: who may sign adds something to the version that was read. */
async function append(
  deps: ReportDeps,
  actor: Actor,
  id: string,
  added: Parameters<typeof addEntry>[4],
  message: () => string,
  sent?: SignReport,
): Promise<ReportAnswer> {
  const { db } = deps;
  const author = await findAuthor(db, actor);
  const row = await findOrFail(db, id);
  if (row.status !== 'signed' || (sent && sent.version !== row.version))
    throw conflictWith(row, actor);
  if (sent) await deps.proof.prove(actor, sent);
  if (!(await addEntry(deps, actor, id, author, added)))
    throw conflictWith(await findOrFail(db, id), actor);
  return { report: await present(db, actor, id), message: message() };
}
