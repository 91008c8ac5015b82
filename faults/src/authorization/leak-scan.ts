import type { World } from '@deqiq/testkit/world.ts';

const tables = [
  'partners',
  'checkups',
  'checkup_files',
  'annotations',
  'shares',
  'patients',
  'referrals',
  'referral_history',
  'referral_files',
  'question_files',
  'examination_kinds',
  'appointments',
  'program_tokens',
  'upload_claims',
  'labs',
  'payments',
  'reports',
  'ledger',
  'clinics',
  'partner_cards',
  'partner_card_images',
  'pictures',
  'admins',
  'reservation_applications',
  'partner_applications',
  'contact_messages',
] as const;

interface Row {
  readonly table: string;
  /** The partner who owns the row; undefined without an owner. */
  readonly owner: string | undefined;
  /** The whole row as text. */
  readonly text: string;
}

/** Every stored row. Sessions and the audit are left out because they grow on their own. */
export async function readAllRows({ db }: World): Promise<Row[]> {
  const owners = new Map<string, string>();
  const rows: Row[] = [];
  for (const table of tables) {
    const tableRows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
    for (const row of tableRows) {
      const owner = ownerOf(table, row, owners);
      if ((table === 'checkups' || table === 'referrals') && owner)
        owners.set(String(row.id), owner);
      rows.push({ table, owner, text: JSON.stringify(row) });
    }
  }
  return rows;
}

function ownerOf(table: string, row: Record<string, unknown>, owners: ReadonlyMap<string, string>) {
  if (table === 'partners') return String(row.id);
  if (table === 'annotations')
    return row.author_role === 'partner' ? String(row.author_id) : undefined;
  if (table === 'program_tokens') return row.role === 'partner' ? String(row.person_id) : undefined;
  if (typeof row.partner_id === 'string') return row.partner_id;
  return owners.get(String(row.referral_id ?? row.checkup_id));
}

/**
 * Changes that the owner of `mine` alone must not have caused: foreign rows changed, removed, or copied into another
 * row.
 */
export function findHarm(
  before: readonly Row[],
  after: readonly Row[],
  mine: string | undefined,
): string[] {
  const was = new Set(before.map(({ text }) => text));
  const is = new Set(after.map(({ text }) => text));
  const removed = before.filter(({ owner, text }) => owner !== mine && !is.has(text));
  const foreign = after.filter(({ owner, text }) => owner && owner !== mine && !was.has(text));
  const foreignFindings = foreign.map(({ table, text }) => `contains data of ${table}: ${text}`);
  const removedFindings = removed.map(
    ({ table, text }) => `changed or removed a row of ${table}: ${text}`,
  );
  return [...removedFindings, ...foreignFindings];
}

/** Ids and addresses that only rows of other partners contain. */
export function findMarks(rows: readonly Row[], mine: string | undefined): string[] {
  const theirs = rows.filter(({ owner }) => owner && owner !== mine);
  return theirs.flatMap(({ table, text }) => {
    const { id, email } = JSON.parse(text) as { id?: string; email?: string };
    return [id, table === 'partners' ? email : undefined].filter((mark) => mark !== undefined);
  });
}
