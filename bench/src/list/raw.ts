/** A checkup as the hand-written statement returns it, and its files. */
export interface RawRow {
  readonly id: string;
  readonly partner_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly name: string;
  readonly description: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly status: 'pending' | 'completed' | 'cancelled';
  readonly created_at: string;
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  files: RawFile[];
}

export interface RawFile {
  readonly id: string;
  readonly checkup_id: string;
  readonly name: string;
  readonly size: number;
  readonly content_type: string;
  readonly state: 'pending' | 'ready' | 'unsupported' | 'failed';
  /** JSON. */
  readonly summary: string;
}

/** The newest checkups, from statements written and prepared by hand. */
export type Raw = (limit: number, offset: number) => RawRow[] | Promise<RawRow[]>;

export const PAGE = `select c.id, c.partner_id, c.first_name, c.last_name, c.name, c.description,
    c.start_date, c.end_date, c.status, c.created_at,
    p.first_name as partner_first_name, p.last_name as partner_last_name
  from checkups c join partners p on p.id = c.partner_id order by c.seq desc`;

export const FILES = `select id, checkup_id, name, size, content_type, state, summary
  from checkup_files join file_imaging on file_id = id where`;

export const FILE_ORDER = 'order by checkup_id, checkup_files.kind, position';

export function withFiles(rows: RawRow[], files: readonly RawFile[]): RawRow[] {
  const byId = new Map<string, RawRow>();
  for (const row of rows) {
    row.files = [];
    byId.set(row.id, row);
  }
  for (const file of files) byId.get(file.checkup_id)?.files.push(file);
  return rows;
}
