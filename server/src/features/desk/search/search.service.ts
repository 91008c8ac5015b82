import { MAX_HITS, type SearchHit, type SearchResults } from '@deqiq/contract/desk/search.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as repo from './search.repo.ts';

export type SearchService = ReturnType<typeof searchService>;

/** One search by name over the lists of staff. */
export function searchService({ db }: { db: Db }) {
  return {
    /** The newest entries of each list whose name matches. */
    async find(text: string): Promise<SearchResults> {
      const groups = await repo.findByName(db, text, MAX_HITS + 1);
      return {
        groups: groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ kind, rows }) => ({
            kind,
            hits: rows.slice(0, MAX_HITS).map(presentHit),
            hasMore: rows.length > MAX_HITS,
          })),
      };
    },
  };
}

function presentHit(row: repo.HitRow): SearchHit {
  const { id, about, partner_id, created_at } = row;
  const partnerName = fullName(row.partner_first_name, row.partner_last_name);
  return {
    _id: id,
    name: fullName(row.first_name, row.last_name),
    about,
    partner: partner_id === null ? null : { _id: partner_id, name: partnerName },
    createdAt: created_at,
  };
}

const fullName = (...names: readonly (string | null)[]): string => names.filter(Boolean).join(' ');
