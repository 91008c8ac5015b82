import type { Db } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { DicomAttribute, DicomJson } from '../../platform/media/dicom-index.ts';
import { type Level, levelTags } from './attributes.ts';
import * as repo from './dicomweb.repo.ts';
import { pathConditions, type ResourcePath } from './found-instances.ts';
import {
  type Condition,
  parseSearch,
  type QueryParameters,
  type SearchQuery,
} from './search-query.ts';
import { viewerOf } from './viewer.ts';

export interface SearchResult {
  readonly items: readonly DicomJson[];
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
      const scope = { db, viewer: viewerOf(actor), base, query, path };
      const items = await finders[level](scope, conditions);
      const isMore = items.length > query.limit;
      return {
        items: items.slice(0, query.limit),
        warnings: isMore ? [...query.warnings, MORE] : query.warnings,
      };
    },
  };
}

interface Scope {
  readonly db: Db;
  readonly viewer: repo.Viewer;
  readonly base: string;
  readonly query: SearchQuery;
  readonly path: Partial<ResourcePath>;
}

type Finder = (scope: Scope, conditions: readonly Condition[]) => Promise<DicomJson[]>;

const finders: Readonly<Record<Level, Finder>> = {
  async study(scope, conditions) {
    const { db, viewer, query } = scope;
    const uids = await repo.listStudies(db, viewer, conditions, query);
    const studies = await readStudies(scope, uids);
    return uids.map((uid) => presentStudy(scope, uid, studies, query.included));
  },

  async series(scope, conditions) {
    const { db, viewer, query, path } = scope;
    const found = await repo.listSeries(db, viewer, conditions, query);
    const studies = await readStudies(scope, [...new Set(found.map((row) => row.study_uid))]);
    return found.map(({ study_uid: study, series_uid: series }) => {
      const rows = studies.rows.filter(
        (row) => row.study_uid === study && row.series_uid === series,
      );
      const data = parse(rows[0]?.attributes);
      return {
        ...(path.study ? {} : presentStudy(scope, study, studies)),
        ...select(data, ['series'], query.included),
        ...uid('0020000D', study),
        ...text('00080060', 'CS', rows[0]?.modality ?? ''),
        ...uid('0020000E', series),
        ...retrieveUrl(`${scope.base}/studies/${study}/series/${series}`),
        '00201209': { vr: 'IS', Value: [studies.count(study, series)] },
      };
    });
  },

  async instance(scope, conditions) {
    const { db, viewer, query, path } = scope;
    const uids = await repo.listInstanceUids(db, viewer, conditions, query);
    if (uids.length === 0) return [];
    const found = await repo.listInstances(db, viewer, [
      ...pathConditions(path),
      { column: 'sop_uid', kind: 'in', values: uids },
    ]);
    const bySop = new Map(found.map((row) => [row.sop_uid, row]));
    const studies = path.study
      ? undefined
      : await readStudies(scope, [...new Set(found.map((row) => row.study_uid))]);
    return uids.flatMap((sop) => {
      const row = bySop.get(sop);
      return row ? [presentInstance(scope, row, studies)] : [];
    });
  },
};

function presentInstance(scope: Scope, row: repo.FoundInstance, studies: Studies | undefined) {
  const { base, path, query } = scope;
  const { study_uid: study, series_uid: series, sop_uid: sop } = row;
  const data = { ...parse(row.series_attributes), ...parse(row.attributes) };
  return {
    ...(studies && presentStudy(scope, study, studies)),
    ...select(data, path.series ? ['instance'] : ['series', 'instance'], query.included),
    ...uid('0020000D', study),
    ...uid('0020000E', series),
    ...uid('00080016', row.sop_class_uid),
    ...uid('00080018', sop),
    '00080056': ONLINE,
    ...retrieveUrl(`${base}/studies/${study}/series/${series}/instances/${sop}`),
  };
}

interface Studies {
  readonly rows: Awaited<ReturnType<typeof repo.listSeriesRows>>;
  readonly count: (study: string, series?: string) => number;
}

async function readStudies({ db, viewer }: Scope, uids: readonly string[]): Promise<Studies> {
  if (uids.length === 0) return { rows: [], count: () => 0 };
  const rows = await repo.listSeriesRows(db, viewer, uids);
  const counts = await repo.countInstances(db, viewer, uids);
  return {
    rows,
    count: (study, series) =>
      counts
        .filter((row) => row.study_uid === study && (!series || row.series_uid === series))
        .reduce((sum, row) => sum + row.count, 0),
  };
}

/** `included`: in a search for studies. The further fields of a series or instance are its own. */
function presentStudy(
  { base }: Scope,
  study: string,
  studies: Studies,
  included: Included = [],
): DicomJson {
  const rows = studies.rows.filter((row) => row.study_uid === study);
  const modalities = [...new Set(rows.map((row) => row.modality).filter(Boolean))];
  return {
    ...select(parse(rows[0]?.attributes), ['study'], included),
    '00080056': ONLINE,
    '00080061': { vr: 'CS', ...(modalities.length > 0 && { Value: modalities }) },
    ...uid('0020000D', study),
    ...retrieveUrl(`${base}/studies/${study}`),
    '00201206': { vr: 'IS', Value: [new Set(rows.map((row) => row.series_uid)).size] },
    '00201208': { vr: 'IS', Value: [studies.count(study)] },
  };
}

const ONLINE: DicomAttribute = { vr: 'CS', Value: ['ONLINE'] };

const uid = (tag: string, value: string): DicomJson => ({ [tag]: { vr: 'UI', Value: [value] } });
const text = (tag: string, vr: string, value: string): DicomJson => ({
  [tag]: { vr, ...(value && { Value: [value] }) },
});
const retrieveUrl = (url: string): DicomJson => ({ '00081190': { vr: 'UR', Value: [url] } });

const parse = (attributes: string | undefined): DicomJson => JSON.parse(attributes ?? '{}');

type Included = SearchQuery['included'];

/** Attributes of lower levels: of an only series or instance they are stored with what all share. */
const lowerTags: Readonly<Record<Level, readonly string[]>> = {
  study: [...levelTags.series, ...levelTags.instance],
  series: levelTags.instance,
  instance: [],
};

/** The attributes of these levels, those that the client asks for, and UTF-8 as the character set. */
function select(data: DicomJson, levels: readonly Level[], included: Included): DicomJson {
  const tags = new Set(levels.flatMap((level) => levelTags[level]));
  const lower = lowerTags[levels.at(-1) ?? 'instance'];
  const isIncluded = (tag: string) =>
    included === 'all' ? !lower.includes(tag) : included.includes(tag);
  return Object.fromEntries(
    Object.entries(data).filter(
      ([tag, value]) => (tags.has(tag) || isIncluded(tag)) && !containsBulkData(value),
    ),
  );
}

/** Its offsets are no address; clients fetch the metadata of the instance instead. */
const containsBulkData = (value: DicomAttribute): boolean =>
  value.BulkDataURI !== undefined ||
  (value.vr === 'SQ' && JSON.stringify(value.Value ?? []).includes('"BulkDataURI"'));
