import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

const schema = ({ text, end }: (typeof columnTypes)[DialectName]): string[] => [
  ...['name', 'title', 'licence'].map(
    (column) => `alter table admins add column radiologist_${column} text`,
  ),
  `create table report_keys (
    id ${text} primary key,
    algorithm text not null,
    public_key text not null,
    private_key text not null,
    created_at ${text} not null,
    retired_at ${text}
  )${end}`,
  // One key signs at a time.
  'create unique index report_keys_current on report_keys (algorithm) where retired_at is null',
  `create table diagnostic_reports (
    id ${text} primary key,
    checkup_id ${text} not null,
    status text not null check (status in ('draft', 'signed', 'withdrawn')),
    version integer not null check (version >= 1),
    content text,
    author_id ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    signed_at ${text},
    document text,
    sha256 text,
    signature text,
    key_id ${text} references report_keys (id),
    check ((status = 'draft') = (content is not null)),
    check ((status = 'draft') = (document is null)),
    check ((document is null) = (sha256 is null)),
    check ((document is null) = (signature is null)),
    check ((document is null) = (key_id is null))
  )${end}`,
  'create index diagnostic_reports_checkup on diagnostic_reports (checkup_id)',
  `create table report_entries (
    id ${text} primary key,
    report_id ${text} not null references diagnostic_reports (id) on delete cascade,
    position integer not null,
    kind text not null check (kind in ('addendum', 'countersignature', 'withdrawal')),
    document text not null,
    sha256 text not null,
    signature text not null,
    key_id ${text} not null references report_keys (id),
    unique (report_id, position)
  )${end}`,
];

/**
 * Diagnostic reports of checkups. A checkup may be in its table or among the deleted ones, so no foreign key names it.
 */
export async function diagnosticReports(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = [
    ...schema(columnTypes[dialect]),
    ...['diagnostic_reports', 'report_entries', 'report_keys'].flatMap((table) =>
      notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
