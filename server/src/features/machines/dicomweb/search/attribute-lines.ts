import { type Level, levelTags } from '../../../../platform/dicom/levels.ts';
import { formatTag, Tag } from '../../../../platform/dicom/tags.ts';
import type { DicomAttribute, DicomJson } from '../../../../platform/media/dicom-index.ts';
import type { SearchQuery } from './search-query.ts';

/** Attributes by their tag, each as a line of DICOM JSON: `"00100020":{"vr":"LO"}`. */
export type Lines = Map<string, string>;

/** Texts of an older version have no lines; the migration left none that is longer. */
const MAX_UNDIVIDED = 262_144;

/** The lines of a stored text. They are not parsed: a text may have megabytes. */
export function splitLines(text: string): Lines {
  if (!text.includes(',\n') && text.length <= MAX_UNDIVIDED)
    return toLines(JSON.parse(text) as DicomJson);
  return new Map(
    text
      .slice(1, -1)
      .split(',\n')
      .map((line) => [line.slice(1, 9), line]),
  );
}

const toLines = (attributes: DicomJson): Lines =>
  new Map(Object.entries(attributes).map(([tag, value]) => [tag, toLine(tag, value)]));

export const toLine = (tag: string, attribute: DicomAttribute): string =>
  `"${tag}":${JSON.stringify(attribute)}`;

/** The object of these lines in the order of their tags (PS3.18, F.2.2). */
export const joinLines = (lines: Lines): string =>
  `{${[...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .join(',')}}`;

/** Whether an attribute has a value, or items with one, that is stored apart. Offsets are no address for clients. */
export const containsBulkData = (line: string): boolean => line.includes('"BulkDataURI":"');

export function addLine(lines: Lines, tag: number, attribute: DicomAttribute): void {
  const key = formatTag(tag);
  lines.set(key, toLine(key, attribute));
}

export const addUid = (lines: Lines, tag: number, value: string) =>
  addLine(lines, tag, { vr: 'UI', Value: [value] });

export const addUrl = (lines: Lines, url: string) =>
  addLine(lines, Tag.retrieveUrl, { vr: 'UR', Value: [url] });

export function add(lines: Lines, more: Lines): void {
  for (const [tag, line] of more) lines.set(tag, line);
}

/** Attributes of lower levels. A series or instance that is the only one stores them with the shared attributes. */
const lowerTags: Readonly<Record<Level, readonly string[]>> = {
  study: [...levelTags.series, ...levelTags.instance],
  series: levelTags.instance,
  instance: [],
};

/** The attributes of these levels, those that the client asks for, and UTF-8 as the character set. */
export function selectLines(
  lines: Lines,
  levels: readonly Level[],
  included: SearchQuery['included'],
): Lines {
  const tags = new Set(levels.flatMap((level) => levelTags[level]));
  const lower = lowerTags[levels.at(-1) ?? 'instance'];
  const isIncluded = (tag: string) =>
    included === 'all' ? !lower.includes(tag) : included.includes(tag);
  return new Map(
    [...lines].filter(
      ([tag, line]) => (tags.has(tag) || isIncluded(tag)) && !containsBulkData(line),
    ),
  );
}
