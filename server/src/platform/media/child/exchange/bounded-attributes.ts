import { levelTags } from '../../../dicom/levels.ts';
import { formatTag, Tag } from '../../../dicom/tags.ts';
import type { AttributeTexts, DicomJson } from '../../dicom-index.ts';

/** Attributes by their tag, each as a line of DICOM JSON. */
export type Lines = ReadonlyMap<string, string>;

/** Characters of the attributes of an instance; a frame of a multi-frame image has attributes of its own. */
const MAX_INSTANCE = 256 * 1024;
const MAX_FRAME = 2 * 1024;

/** Characters of the attributes of a file, and of those that searches return. */
const MAX_FILE = 8 * 1024 * 1024;
const MAX_BRIEF_FILE = 2 * 1024 * 1024;

/** Characters of one attribute that searches return, and of those of a series or an instance. */
const MAX_BRIEF_LINE = 1_024;
const MAX_BRIEF = 4_096;

const briefTags = new Set(Object.values(levelTags).flat());

export const toLines = (attributes: DicomJson): Lines =>
  new Map(
    Object.entries(attributes).map(([tag, value]) => [tag, `"${tag}":${JSON.stringify(value)}`]),
  );

/** The lines of one instance within its limit. */
export const boundInstance = (lines: Lines, frames: number): Lines =>
  dropLargest(lines, Math.min(MAX_FILE, MAX_INSTANCE + frames * MAX_FRAME));

/** The texts of all series and instances of a file; the largest lose attributes until the file is within its limit. */
export function boundFile(sets: readonly Lines[]): AttributeTexts[] {
  const briefs = sets.map((lines) => dropLargest(selectBrief(lines), MAX_BRIEF));
  const limits = {
    all: findLimit(sets.map(countCharacters), MAX_FILE),
    brief: findLimit(briefs.map(countCharacters), MAX_BRIEF_FILE),
  };
  return sets.map((lines, index) => ({
    all: toText(dropLargest(lines, limits.all)),
    brief: toText(dropLargest(briefs[index] ?? new Map(), limits.brief)),
  }));
}

const selectBrief = (lines: Lines): Lines =>
  new Map(
    [...lines].filter(
      ([tag, line]) =>
        briefTags.has(tag) && line.length <= MAX_BRIEF_LINE && !line.includes('"BulkDataURI":'),
    ),
  );

export const countCharacters = (lines: Lines): number =>
  lines.values().reduce((sum, line) => sum + line.length + 2, 2);

/** The largest limit of each set with which all of them together do not exceed `max`. */
function findLimit(sizes: readonly number[], max: number): number {
  let left = max;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return share;
    left -= size;
  }
  return max;
}

/** Private attributes and those of several values go first, the largest of them before the others. */
export function dropLargest(lines: Lines, limit: number): Lines {
  let size = countCharacters(lines);
  if (size <= limit) return lines;
  const rest = new Map(lines);
  const order = [...lines]
    .map(([tag, line]) => ({ tag, size: line.length + 2, rank: findRank(tag, line) }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size);
  for (const { tag, size: saved } of order) {
    if (size <= limit) break;
    rest.delete(tag);
    size -= saved;
  }
  return rest;
}

/** Viewers place the frames of a multi-frame image by these sequences. */
const FUNCTIONAL_GROUPS = [
  Tag.sharedFunctionalGroupsSequence,
  Tag.perFrameFunctionalGroupsSequence,
].map(formatTag);

function findRank(tag: string, line: string): 0 | 1 | 2 | 3 {
  if (briefTags.has(tag)) return 3;
  if (FUNCTIONAL_GROUPS.includes(tag)) return 2;
  const isPrivate = Number.parseInt(tag.slice(0, 4), 16) % 2 === 1;
  const hasSeveralValues = line.includes(',', line.indexOf('"Value":[') + 1);
  return isPrivate || hasSeveralValues ? 0 : 1;
}

const toText = (lines: Lines): string => `{${[...lines.values()].join(',\n')}}`;
