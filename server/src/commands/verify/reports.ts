import { canonicalJson } from '../../features/reports/diagnostic-reports/signing/canonical-json.ts';
import {
  isSignedBy,
  type SignedText,
} from '../../features/reports/diagnostic-reports/signing/signatures.ts';
import {
  signedDocument,
  signedEntry,
} from '../../features/reports/diagnostic-reports/signing/signed-documents.ts';
import type { Db } from '../../platform/db/tables.ts';
import { boundedList, type CheckResult, formatCount } from './check-result.ts';
import * as repo from './reports.repo.ts';
import { hasMigration } from './verify.repo.ts';

/** Checks every byte of signed reports and of what follows them: hash, signature, order, and that the audit knows them. */
export async function checkReports(db: Db): Promise<CheckResult> {
  const name = 'Reports';
  if (!(await hasMigration(db, '0053-diagnostic-reports')))
    return { name, summary: 'none in this version', problems: [] };
  const { add, list } = boundedList();
  const keys = new Map((await repo.listKeys(db)).map((key) => [key.id, key.public_key]));
  let count = 0;
  for await (const report of repo.readSigned(db)) {
    count += 1;
    const entries = await repo.listEntries(db, report.id);
    const audited = await repo.listAuditedHashes(db, report.id);
    for (const problem of findProblems(report, entries, { keys, audited }))
      add(`report ${report.id}: ${problem}`);
  }
  for (const id of await repo.listLost(db)) add(`report ${id} was signed and is missing`);
  return { name, summary: `${formatCount(count, 'signed report')}`, problems: list() };
}

interface Expected {
  readonly keys: ReadonlyMap<string, string>;
  /** Hashes that the audit has of this report. */
  readonly audited: ReadonlySet<string>;
}

function* findProblems(
  report: repo.SignedReport,
  entries: readonly repo.Entry[],
  expected: Expected,
): Generator<string> {
  yield* findTextProblems('it', report, expected);
  const document = parse(signedDocument, report.document);
  if (!document) yield 'it cannot be read';
  else if (document.report !== report.id || document.checkup !== report.checkup_id)
    yield 'it belongs to another examination';
  let follows = report.sha256;
  for (const [index, entry] of entries.entries()) {
    const label = `its ${entry.kind} ${index + 1}`;
    yield* findTextProblems(label, entry, expected);
    const read = parse(signedEntry, entry.document);
    if (!read) yield `${label} cannot be read`;
    else if (read.report !== report.id || read.kind !== entry.kind || read.position !== index + 1)
      yield `${label} was moved`;
    else if (read.follows !== follows) yield `${label} does not follow what was before it`;
    follows = entry.sha256;
  }
  if (expected.audited.size !== entries.length + 1)
    yield `the audit has ${expected.audited.size} signatures of it, not ${entries.length + 1}`;
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  if (isWithdrawn !== (report.status === 'withdrawn')) yield 'its state was changed';
}

function* findTextProblems(label: string, text: SignedText, { keys, audited }: Expected) {
  if (!isSignedBy(text, keys.get(text.key_id)))
    yield `${label} was changed: hash or signature do not belong to it`;
  else if (!audited.has(text.sha256)) yield `${label} is not what the audit says was signed`;
}

/** undefined where the text is not canonical or not of this schema. */
function parse<Value>(
  schema: { safeParse(value: unknown): { success: boolean; data?: Value } },
  text: string,
): Value | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? schema.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}
