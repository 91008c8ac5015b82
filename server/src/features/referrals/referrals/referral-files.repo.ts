import {
  compileOnce,
  isOneOf,
  type Placeholders,
  toList,
} from '../../../platform/db/lists/compiled-query.ts';
import { imagingColumns } from '../../../platform/db/lists/imaging-columns.ts';
import type { Db, ReferralFileRow } from '../../../platform/db/tables.ts';

export async function insert(tx: Db, rows: readonly ReferralFileRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('referral_files').values(rows).execute();
}

const file = ['file.id', 'file.name', 'file.size', 'file.content_type'] as const;

type Ids = { ids: string | readonly string[] };

const own = compileOnce((db, slot: Placeholders<Ids>) =>
  db
    .selectFrom('referral_files as file')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, 'file.referral_id', ...imagingColumns])
    .where(isOneOf(db, 'file.referral_id', slot('ids')))
    .orderBy('file.position'),
);

const shipped = compileOnce((db, slot: Placeholders<Ids>) =>
  db
    .selectFrom('checkup_files as file')
    .innerJoin('referrals', 'referrals.checkup_id', 'file.checkup_id')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select([...file, 'referrals.id as referral_id', ...imagingColumns])
    .where(isOneOf(db, 'referrals.id', slot('ids')))
    .where('file.kind', '=', 'file')
    .orderBy('file.position'),
);

/** The pictures of referrals, and those of the shipments that they were transcribed from. */
export async function list(db: Db, referralIds: readonly string[]) {
  if (referralIds.length === 0) return [];
  const ids = toList(db, referralIds);
  return [...(await own(db, { ids })), ...(await shipped(db, { ids }))];
}
