import { foldText } from '../text.ts';
import { commonPasswords } from './common-passwords.ts';

/** Why a password is easily guessed. */
export type Weakness = 'common' | 'house' | 'personal';

/** Words of the clinic and the profession, folded, the longest first. */
const CLINIC_WORDS = [
  'diaqnostika',
  'stomatologiya',
  'stomatoloq',
  'tomografiya',
  'rentgen',
  'radioloq',
  'panoram',
  'dentist',
  'partnyor',
  'partner',
  'klinika',
  'implant',
  'dental',
  'hekim',
  'clinic',
  'doctor',
  'deqiq',
  'xray',
  'cbct',
  'klkt',
  'baki',
  'baku',
  'admin',
  'dis',
].toSorted((one, other) => other.length - one.length);

/** Common in Azerbaijan, but missing in international lists. */
const LOCAL = ['parol', 'sifre', 'salam', 'azerbaycan', 'azerbaijan', 'qarabag', 'sevgilim'];

const LETTERS: Readonly<Record<string, string>> = { '@': 'a', $: 's', 0: 'o', 3: 'e', 5: 's' };

/** Max remaining letters after the words of the clinic or the person are removed. */
const MAX_REMAINDER = 2;

const MIN_NAME = 4;

let common: ReadonlySet<string> | undefined;

/**
 * Detects passwords that attackers try first: a common one, also with digits around it, or only words of the clinic or
 * the person. `names`: name, username or e-mail of the person.
 */
export function findWeakness(
  password: string,
  names: readonly string[] = [],
): Weakness | undefined {
  common ??= new Set([...commonPasswords, ...LOCAL]);
  const folded = foldText(password);
  const core = folded.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const spelled = folded.replace(/[@$035]/g, (mark) => LETTERS[mark] ?? mark);
  const isCommon = [folded, core, spelled].some((form) => common?.has(form));
  if (isCommon || /^(.)\1*$/.test(folded)) return 'common';
  if (containsOnly(folded, CLINIC_WORDS) || containsOnly(spelled, CLINIC_WORDS)) return 'house';
  const own = names
    .flatMap((name) => foldText(name).split(/[^a-z0-9]+/))
    .filter((word) => word.length >= MIN_NAME);
  return containsOnly(folded, own) ? 'personal' : undefined;
}

function containsOnly(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^a-z]/g, '').length <= MAX_REMAINDER;
}
