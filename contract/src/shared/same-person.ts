import { foldText } from './text.ts';

export interface TypedName {
  readonly firstName: string;
  readonly lastName: string;
}

/** What devices write for a letter that their character set lacks. */
const REPLACEMENTS = '[?_*@#]';

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

function toPattern(word: string): RegExp {
  const letters = [...word.toLocaleLowerCase('az')].map((letter) => {
    if (letter === 'ə') return `(?:[ea]|${REPLACEMENTS})?`;
    const plain = foldText(letter).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return plain === letter ? plain : `(?:${plain}|${REPLACEMENTS})`;
  });
  return new RegExp(`^${letters.join('')}$`);
}

/** Words of the file that match a pattern, each pattern used once. */
function countMatches(patterns: readonly RegExp[], inFile: readonly string[]): number {
  const unused = new Set(patterns);
  let count = 0;
  for (const word of inFile) {
    const match = [...unused].find((pattern) => pattern.test(word));
    if (!match) continue;
    unused.delete(match);
    count += 1;
  }
  return count;
}
