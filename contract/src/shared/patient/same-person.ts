import { foldText } from '../text.ts';
import { dropSchwa, readSounds, type Sound, soundAlike } from './name-sounds.ts';

export interface TypedName {
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Whether a name in a DICOM file can be the name that staff typed: in either order, separated by blanks or `^`, with or
 * without patronymic, in Azerbaijani, Russian or English spelling. Machines drop `ə` or replace it by `?`; they also omit
 * names. `undefined` where the file has no name.
 */
export function isSamePerson(typed: TypedName, fileName: string): boolean | undefined {
  const inFile = readName(fileName);
  if (inFile.length === 0) return undefined;
  const expected = readName(`${typed.firstName} ${typed.lastName}`);
  return (
    isSameName(expected, inFile, (one, other) => soundAlike(one.sounds, other.sounds)) ||
    isSameWithoutSchwa(expected, inFile)
  );
}

/** The patient that a DICOM file names; '' where it does not say. */
export interface FilePatient {
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

interface Word {
  readonly text: string;
  readonly sounds: readonly Sound[];
  readonly isTitle: boolean;
  /** The word before it is the father's name. */
  readonly isChildOf: boolean;
  readonly isPatronymic: boolean;
}

type Comparison = (one: Word, other: Word) => boolean;

/** `Vəli oğlu` and its spellings; the word before them is the father's name. */
const CHILD_OF = /^(o[gğ]h?l[uıiy]|q[iı]z[iı]|gizi|gyzy|kyzy|kizi|[uo]gly|оглы|оғлу|кызы|гызы)$/;

const PATRONYMIC = /.(ov?ich|ev?ich|oviç|eviç|ovna|evna|ович|евич|овна|евна)$/;

const TITLES: ReadonlySet<string> = new Set(['dr', 'mr', 'mrs', 'ms', 'prof']);

/** The words of a name without title and patronymic. */
function readName(name: string): readonly Word[] {
  const words = name
    .replace(/[=^,.\-‐–]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map(readWord);
  const own = words.filter(
    ({ isTitle, isChildOf }, index) => !isTitle && !isChildOf && !words[index + 1]?.isChildOf,
  );
  const short = own.filter(({ isPatronymic }) => !isPatronymic);
  return short.length > 1 ? short : own;
}

const MAX_CACHED = 4_000;
const cache = new Map<string, Word>();

/** Lists compare the same names at each poll. */
function readWord(text: string): Word {
  const cached = cache.get(text);
  if (cached) return cached;
  if (cache.size >= MAX_CACHED) cache.clear();
  const word = {
    text,
    sounds: readSounds(text),
    isTitle: TITLES.has(foldText(text)),
    isChildOf: CHILD_OF.test(text.toLocaleLowerCase('az').normalize('NFC')),
    isPatronymic: PATRONYMIC.test(text.toLocaleLowerCase('tr')),
  };
  cache.set(text, word);
  return word;
}

/** Whether every word of the shorter name is in the other one. */
function isSameName(
  expected: readonly Word[],
  inFile: readonly Word[],
  isSame: Comparison,
): boolean {
  const isShorter = expected.length <= inFile.length;
  const short = isShorter ? expected : inFile;
  const long = isShorter ? inFile : expected;
  const unused = new Set(long.keys());
  const found: number[] = [];
  for (const word of short) {
    const index = [...unused].find((at) => long[at] && isSame(word, long[at]));
    if (index === undefined) return false;
    unused.delete(index);
    found.push(index);
  }
  return unused.size === 0 || short.length < 2 || isBesideFather(found, isShorter);
}

/**
 * An extra word may be the father's name. It is then neither the first word nor the one between the surname and the first
 * name: Vəli, son of Əli, is not Əli.
 */
function isBesideFather(found: readonly number[], isInFile: boolean): boolean {
  const [firstNameIndex = 0] = found;
  return isInFile ? firstNameIndex <= 1 && found.includes(0) : found.includes(0);
}

/** The same for a machine that drops every `ə`. One at the end tells Kamilə from Kamil: it alone proves nothing. */
function isSameWithoutSchwa(expected: readonly Word[], inFile: readonly Word[]): boolean {
  const dropped = expected.map(({ text }) => readWord(dropSchwa(text) ?? text));
  const hasInner = expected.some(({ text }) => /[əƏ]./.test(text));
  if (!hasInner || inFile.some(({ text }) => /[?_*@#əƏ]/.test(text))) return false;
  return isSameName(dropped, inFile, (one, other) => soundAlike(one.sounds, other.sounds));
}
