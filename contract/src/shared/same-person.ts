import { foldText } from './text.ts';

export interface TypedName {
  readonly firstName: string;
  readonly lastName: string;
}

/** What devices write for a letter that their character set lacks. */
const REPLACEMENTS = [...'?_*@#'];

/**
 * Whether a name in a DICOM file can be the name that staff typed: folded, in either order, separated by blanks or
 * `^`. Devices drop `ə` or write it as `e`, `a` or `?`; they also omit names. `undefined` where the file has no name.
 */
export function isSamePerson(typed: TypedName, fileName: string): boolean | undefined {
  const inFile = words(fileName.replace(/[=^,.]+/g, ' ')).map((word) => foldText(word));
  if (inFile.length === 0) return undefined;
  const patterns = words(`${typed.firstName} ${typed.lastName}`).map(toPattern);
  const shorter = Math.min(patterns.length, inFile.length);
  return countMatches(patterns, inFile) >= shorter;
}

/** The patient that a DICOM file names; '' where it does not say. */
export interface FilePatient {
  /** First name first. */
  readonly patientName: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
}

/** Whether two files cannot be of one patient: their names or their birth dates differ. */
export function areDifferentPatients(one: FilePatient, other: FilePatient): boolean {
  if (one.birthDate && other.birthDate && one.birthDate !== other.birthDate) return true;
  if (one.patientName === other.patientName) return false;
  return isSamePerson({ firstName: one.patientName, lastName: '' }, other.patientName) === false;
}

const words = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);

/** A letter of a typed word: what a device may write for it, and whether the device may omit it. */
interface Letter {
  readonly spellings: readonly string[];
  readonly isOptional: boolean;
}

type Pattern = readonly Letter[];

function toPattern(word: string): Pattern {
  return [...word.toLocaleLowerCase('az')].map((letter) => {
    if (letter === 'ə') return { spellings: ['e', 'a', ...REPLACEMENTS], isOptional: true };
    const plain = foldText(letter);
    const spellings = plain === letter ? [plain] : [plain, ...REPLACEMENTS];
    return { spellings, isOptional: false };
  });
}

/**
 * Whether the pattern matches the whole word. Follows all possible positions at once: a regular expression tries them
 * one after the other, and a name of many ə then takes minutes.
 */
function isMatch(pattern: Pattern, word: string): boolean {
  let positions = new Set([0]);
  for (const { spellings, isOptional } of pattern) {
    const next = new Set(isOptional ? positions : []);
    for (const position of positions)
      for (const spelling of spellings)
        if (word.startsWith(spelling, position)) next.add(position + spelling.length);
    positions = next;
  }
  return positions.has(word.length);
}

/** Words of the file that match a pattern, each pattern used once. */
function countMatches(patterns: readonly Pattern[], inFile: readonly string[]): number {
  const unused = new Set(patterns);
  let count = 0;
  for (const word of inFile) {
    const match = [...unused].find((pattern) => isMatch(pattern, word));
    if (!match) continue;
    unused.delete(match);
    count += 1;
  }
  return count;
}
