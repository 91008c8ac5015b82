import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import type { Db } from '../../../../platform/db/tables.ts';
import type { Level } from '../../../../platform/dicom/levels.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import * as instances from '../instances.repo.ts';
import { toReader } from '../reader.ts';
import * as studies from '../studies.repo.ts';
import { pathConditions, type ResourcePath } from './found-instances.ts';
import type { Scope } from './related-studies.ts';
import { listInstanceItems, listSeriesItems, listStudyItems } from './search-items.ts';
import { type Condition, parseSearch, type QueryParameters } from './search-query.ts';

export interface SearchResult {
  readonly isEmpty: boolean;
  /** JSON objects, some at a time. */
  readonly items: AsyncGenerator<string>;
  readonly warnings: readonly string[];
}

interface Request {
  readonly level: Level;
  /** The study or series to which the path limits the search. */
  readonly path: Partial<ResourcePath>;
  readonly parameters: QueryParameters;
  /** Address of `/dicom-web`. */
  readonly base: string;
}

export type SearchService = ReturnType<typeof searchService>;

const MORE = 'There are additional results that can be requested.';

/** QIDO-RS (PS3.18, 10.6). */
export function searchService({ db }: { db: Db }) {
  return {
    async search(actor: Actor, { level, path, parameters, base }: Request): Promise<SearchResult> {
      const query = parseSearch(parameters, level);
      const conditions = [...pathConditions(path), ...query.conditions];
      const scope: Scope = { db, reader: toReader(actor), base, included: query.included, path };
      const { count, items } = await finders[level](scope, conditions, query);
      return {
        isEmpty: count === 0,
        items,
        warnings: count > query.limit ? [...query.warnings, MORE] : query.warnings,
      };
    },
  };
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** `count` is greater than the limit where there are more. */
type Finder = (
  scope: Scope,
  conditions: readonly Condition[],
  page: Page,
) => Promise<{ readonly count: number; readonly items: AsyncGenerator<string> }>;

const finders: Readonly<Record<Level, Finder>> = {
  async study(scope, conditions, page) {
    const uids = await studies.listStudies(scope.db, scope.reader, conditions, page);
    return { count: uids.length, items: listStudyItems(scope, uids.slice(0, page.limit)) };
  },

  async series(scope, conditions, page) {
    const found = await studies.listSeries(scope.db, scope.reader, conditions, page);
    return { count: found.length, items: listSeriesItems(scope, found.slice(0, page.limit)) };
  },

  async instance(scope, conditions, page) {
    assertNarrow(conditions);
    const uids = await studies.listInstanceUids(scope.db, scope.reader, conditions, page);
    const found = await findInstances(scope, uids.slice(0, page.limit));
    return { count: uids.length, items: listInstanceItems(scope, found) };
  },
};

const narrowColumns: readonly string[] = ['study_uid', 'series_uid', 'sop_uid'];

/** An index of all instances in their order would cost more than the searches that need it; no viewer sends them. */
function assertNarrow(conditions: readonly Condition[]): void {
  const isNarrow = conditions.some(
    ({ column, kind }) => kind === 'in' && narrowColumns.includes(column),
  );
  if (!isNarrow) throw new AppError('too-large', 413, dicomwebMessages.tooBroad());
}

/** In the order of the page, which is that of all pages. */
async function findInstances({ db, reader, path }: Scope, uids: readonly string[]) {
  if (uids.length === 0) return [];
  const found = await instances.listInstances(db, reader, [
    ...pathConditions(path),
    { column: 'sop_uid', kind: 'in', values: uids },
  ]);
  const bySop = new Map(found.map((row) => [row.sop_uid, row]));
  return uids.flatMap((uid) => bySop.get(uid) ?? []);
}
