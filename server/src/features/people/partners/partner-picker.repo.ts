import { PICKER_SIZE } from '@deqiq/contract/shared/limits.ts';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import { searchQuery } from '../../../platform/db/lists/row-queries.ts';
import type { Db, PartnerRow } from '../../../platform/db/tables.ts';
import { source } from './partners.repo.ts';

const pickerColumns = [
  'partners.id',
  'partners.first_name',
  'partners.last_name',
  'partners.clinic_name',
] as const;

export type PickerRow = Pick<PartnerRow, 'id' | 'first_name' | 'last_name' | 'clinic_name'>;

const firstOfAlphabet = compileOnce<Record<string, never>, PickerRow>((db) =>
  db
    .selectFrom('partners')
    .select(pickerColumns)
    .where('deleted_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('seq')
    .limit(PICKER_SIZE),
);

const firstOfMatching = searchQuery<PickerRow>(source, (db, matches) =>
  db
    .selectFrom(matches)
    .innerJoin('partners', 'partners.seq', 'found.seq')
    .select(pickerColumns)
    .orderBy('partners.sort_key')
    .orderBy('partners.seq')
    .limit(PICKER_SIZE),
);

/** For pickers: live partners whose name matches, in alphabetical order, the first 50. */
export function pick(db: Db, name: string): Promise<PickerRow[]> {
  return searchKey(name) === '' ? firstOfAlphabet(db, {}) : firstOfMatching(db, name);
}
