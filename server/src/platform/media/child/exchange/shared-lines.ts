import type { IndexedInstance, IndexedSeries } from '../../dicom-index.ts';
import { boundFile, type Lines } from './bounded-attributes.ts';

export type Instance = Omit<IndexedInstance, 'texts'>;

/** Characters of attributes that differ; what comes afterwards keeps only its smallest attributes. */
export const MAX_DIFFERING = 32 * 1024 * 1024;

export interface Found extends Instance {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly lines: Lines;
}

export const toKey = ({ studyUid, seriesUid }: Pick<Found, 'studyUid' | 'seriesUid'>) =>
  `${studyUid}\n${seriesUid}`;

/** The same lines, those that equal the ones of the first instance as the same text in memory. */
export const shareLines = (lines: Lines, first: Lines = new Map()): Lines =>
  new Map(
    [...lines].map(([tag, line]) => [
      tag,
      first.get(tag) === line ? (first.get(tag) ?? line) : line,
    ]),
  );

export function groupBySeries(found: readonly Found[]): IndexedSeries[] {
  const groups = [...Map.groupBy(found, toKey).values()].map((members) => {
    const common = findCommon(members.map(({ lines }) => lines));
    return { members, common, rests: members.map(({ lines }) => without(lines, common)) };
  });
  const texts = boundFile(groups.flatMap(({ common, rests }) => [common, ...rests]));
  let next = 0;
  const takeTexts = () => texts[next++] ?? { all: '{}', brief: '{}' };
  return groups.map(({ members }) => ({
    studyUid: members[0]?.studyUid ?? '',
    seriesUid: members[0]?.seriesUid ?? '',
    texts: takeTexts(),
    instances: members.map(({ studyUid: _study, seriesUid: _series, lines: _, ...instance }) => ({
      ...instance,
      texts: takeTexts(),
    })),
  }));
}

/** The attributes that all of these data sets have with the same value. */
function findCommon(sets: readonly Lines[]): Lines {
  const [first = new Map<string, string>(), ...others] = sets;
  return new Map(
    [...first].filter(
      // The address of a value differs from file to file.
      ([tag, line]) =>
        !line.includes('"BulkDataURI":') && others.every((set) => set.get(tag) === line),
    ),
  );
}

export const without = (set: Lines, common: Lines): Lines =>
  new Map([...set].filter(([tag, line]) => common.get(tag) !== line));
