import type { ReferralMover, ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { type Row, withRows } from '../crash/compare/rows.ts';

export interface ReferralRow {
  readonly id: string;
  readonly status: ReferralState;
  readonly first_name: string;
  readonly last_name: string;
  readonly question: string;
  readonly patient_id: string | null;
  readonly checkup_id: string | null;
}

export interface HistoryRow {
  readonly state: ReferralState;
  readonly by: ReferralMover;
  readonly at: string;
}

export interface AuditRow {
  readonly action: string;
  readonly role: 'admin' | 'partner' | null;
}

export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly isDeleted: boolean;
}

/** The rows of one history, found by the last name that only it has. */
export interface Rows {
  readonly referrals: readonly ReferralRow[];
  readonly steps: readonly HistoryRow[];
  readonly audit: readonly AuditRow[];
  /** `isDeleted`: can be restored. */
  readonly checkup:
    | { readonly patient_id: string | null; readonly status: string; readonly isDeleted: boolean }
    | undefined;
  readonly files: readonly FileRow[];
  /** Its reports that were signed, and whether they still count. */
  readonly reports: readonly { readonly id: string; readonly isValid: boolean }[];
  /** States of its appointments. */
  readonly appointments: readonly string[];
  /** Records that were made with its acceptance. */
  readonly patients: readonly { readonly id: string; readonly first_name: string }[];
  /** Kinds of messages, one for each. */
  readonly messages: readonly string[];
}

/** Histories whose rows are read together. */
const BATCH_SIZE = 200;

/** The values of an SQL list. */
export const quote = (values: readonly string[]): string =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ') || 'null';

/** Reads the rows of histories directly, by their names. */
export function readRows(
  location: DataLocation,
  names: readonly string[],
): Promise<ReadonlyMap<string, Rows>> {
  return withRows(location, async (select) => {
    const found = new Map<string, Rows>();
    for (let first = 0; first < names.length; first += BATCH_SIZE)
      for (const [name, rows] of await readBatch(select, names.slice(first, first + BATCH_SIZE)))
        found.set(name, rows);
    return found;
  });
}

type Select = (sql: string) => Promise<Row[]>;

async function readBatch(select: Select, names: readonly string[]): Promise<[string, Rows][]> {
  const query = async <T>(sql: string) => (await select(sql)) as unknown as readonly T[];
  const referrals = await query<ReferralRow>(`select id, status, first_name, last_name, question,
    patient_id, checkup_id from referrals where last_name in (${quote(names)})`);
  const ids = quote(referrals.map(({ id }) => id));
  const checkupIds = quote(referrals.flatMap(({ checkup_id }) => checkup_id ?? []));
  const steps = await query<
    HistoryRow & { referral_id: string }
  >(`select referral_id, at, role as by,
    status as state from referral_history where referral_id in (${ids}) order by id`);
  const audit = await query<AuditRow & { object_id: string }>(`select object_id, action, role
    from audit where object_id in (${ids}) and object = 'referral' and result = 'ok' order by id`);
  const checkups = await query<{
    id: string;
    patient_id: string | null;
    status: string;
    deleted: number;
  }>(
    `select id, patient_id, status, 0 as deleted from checkups where id in (${checkupIds})
    union all select checkup_id, patient_id, status, 1 from checkup_deletions
      where kind = 'checkup' and checkup_id in (${checkupIds})`,
  );
  const files = await query<FileRow & { checkup_id: string; deleted: number }>(
    `select checkup_id, id, name, kind, 0 as deleted from checkup_files where checkup_id in (${checkupIds})
    union all select checkup_id, id, name, kind, 1 from deleted_files
      where checkup_id in (${checkupIds})`,
  );
  const patients = await query<{ id: string; first_name: string; last_name: string }>(
    `select id, first_name, last_name from patients where last_name in (${quote(names)})`,
  );
  const messages = await query<{ object_id: string; kind: string }>(`select object_id, outbox.kind
    from outbox_events join outbox on outbox.id = message_id where object_id in (${ids})`);
  const appointments = await query<{ referral_id: string; status: string }>(
    `select referral_id, status from appointments where referral_id in (${ids})`,
  );
  const reports = await query<{ checkup_id: string; id: string; status: string }>(
    `select checkup_id, id, status from diagnostic_reports
      where checkup_id in (${checkupIds}) and status <> 'draft'`,
  );
  return names.map((name) => {
    const own = referrals.filter(({ last_name }) => last_name === name);
    const is = (id: string | null) => own.some((referral) => referral.id === id);
    const isOwn = (id: string) => own.some(({ checkup_id }) => checkup_id === id);
    const checkup = checkups.find(({ id }) => isOwn(id));
    return [
      name,
      {
        referrals: own,
        steps: steps.filter(({ referral_id }) => is(referral_id)),
        audit: audit.filter(({ object_id }) => is(object_id)),
        checkup: checkup && { ...checkup, isDeleted: Number(checkup.deleted) === 1 },
        files: files
          .filter(({ checkup_id }) => isOwn(checkup_id))
          .map((file) => ({ ...file, isDeleted: Number(file.deleted) === 1 })),
        reports: reports
          .filter(({ checkup_id }) => isOwn(checkup_id))
          .map(({ id, status }) => ({ id, isValid: status === 'signed' })),
        appointments: appointments
          .filter(({ referral_id }) => is(referral_id))
          .map(({ status }) => status),
        patients: patients.filter(({ last_name }) => last_name === name),
        messages: messages.filter(({ object_id }) => is(object_id)).map(({ kind }) => kind),
      },
    ];
  });
}
