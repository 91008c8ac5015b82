import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { ListedReport } from './reports.repo.ts';
import type { SignedDocument, SignedEntry } from './signing/signed-documents.ts';

/** The frozen text of a signed report. Its schema was checked when it was signed, and `npm run verify` checks its bytes. */
export const readDocument = (text: string): SignedDocument => JSON.parse(text) as SignedDocument;

export const readEntry = (text: string): SignedEntry => JSON.parse(text) as SignedEntry;

/** Of a signed report only what was signed is shown: other columns are no part of it. */
export function presentReport(row: ListedReport, actor: Actor): DiagnosticReport {
  const entries = row.entries.map((entry) => ({ ...entry, read: readEntry(entry.document) }));
  const document = row.document === null ? undefined : readDocument(row.document);
  const [countersignature] = entries.filter(({ kind }) => kind === 'countersignature');
  const withdrawal = entries.map(({ read }) => read).find(({ kind }) => kind === 'withdrawal');
  return {
    _id: row.id,
    checkup: row.checkup_id,
    state: row.status,
    version: row.version,
    content: document?.content ?? (JSON.parse(row.content ?? '{}') as ReportContent),
    author: document ? toPerson(document.author) : findAuthor(row),
    isOwn: actor.role === 'admin' && row.author_id === actor.personId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    signedAt: document?.signedAt ?? null,
    sha256: row.sha256,
    signature:
      row.signature === null || row.key_id === null
        ? null
        : { key: row.key_id, value: row.signature },
    countersignedBy: countersignature
      ? { ...toPerson(countersignature.read.author), at: countersignature.read.at }
      : null,
    withdrawal:
      withdrawal?.kind === 'withdrawal'
        ? { reason: withdrawal.reason, at: withdrawal.at, by: toPerson(withdrawal.author) }
        : null,
    addenda: entries.flatMap(({ read, sha256 }) =>
      read.kind === 'addendum'
        ? [{ text: read.text, author: toPerson(read.author), at: read.at, sha256 }]
        : [],
    ),
  };
}

const toPerson = ({ name, title, licence }: SignedDocument['author']) => ({ name, title, licence });

/** The author of a draft as the account is now. */
const findAuthor = (row: ListedReport) => ({
  name: row.radiologist_name ?? row.username ?? '',
  title: row.radiologist_title ?? '',
  licence: row.radiologist_licence ?? '',
});
