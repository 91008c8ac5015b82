import { foldText } from '@deqiq/contract/shared/text.ts';
import { searchKey } from '../../platform/db/lists/name-search.ts';

/** A name as folded words; comparisons ignore case and accents. */
export type Name = readonly string[];

export const parseName = (text: string): Name => foldText(text).split(' ').filter(Boolean);

/** All rotations of the words: on many forms the surname comes first. */
export const nameOrders = (name: Name): Name[] =>
  name.map((_, first) => [...name.slice(first), ...name.slice(0, first)]);

/** The search keys of names, in every order of their words. */
export const toSearchKeys = (names: readonly Name[]): string[] =>
  names.flatMap((name) => nameOrders(name).map((words) => searchKey(words.join(' '))));

export const isSameName = (one: Name, other: Name): boolean =>
  nameOrders(one).some((order) => order.join(' ') === other.join(' '));

/** Separators of the words of a name, also in file names. */
const SEPARATOR = '[^\\p{L}\\p{N}]{1,3}';

/** Replaces these names by `id`, in any order and spelling, except names of one word, which other people share. */
export function nameRemover(names: readonly Name[], id: string): (text: string) => string {
  const forms = names.filter((name) => name.length > 1).flatMap(nameOrders);
  return replacer(
    forms.map((words) => words.map(escapeRegExp).join(SEPARATOR)),
    id,
  );
}

/** Returns a function that replaces every word of the names; for texts about this person only. */
export function wordRemover(names: readonly Name[], id: string): (text: string) => string {
  const words = names.flat().filter((word) => word.length > 1);
  return replacer(words.map(escapeRegExp), id);
}

/** Separators of the digits of a telephone number. */
const DIGIT_SEPARATOR = '[\\s().-]{0,3}';

/** Digits of a national number in Azerbaijan, without country code or leading 0. */
const NATIONAL_DIGITS = 9;

/** Returns a function that replaces these e-mail addresses and telephone numbers in any notation. */
export function contactRemover(
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
  id: string,
): (text: string) => string {
  const addresses = emails
    .filter((email) => email.includes('@'))
    .map((email) => `(?<![\\p{L}\\p{N}._+-])${escapeRegExp(email)}(?![\\p{L}\\p{N}])`);
  const numbers = phones
    .map((phone) => phone.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS))
    .filter((digits) => digits.length === NATIONAL_DIGITS)
    .map((digits) => [...digits].join(DIGIT_SEPARATOR))
    .map((digits) => `(?<!\\d)(?:\\+?\\d{1,3}${DIGIT_SEPARATOR})?${digits}(?!\\d)`);
  const forms = [...addresses, ...numbers];
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(forms.join('|'), 'giu');
  return (text) => text.replaceAll(pattern, id);
}

function replacer(forms: readonly string[], id: string): (text: string) => string {
  if (forms.length === 0) return (text) => text;
  // No word boundary at the end: "Hüseynovanın" is the genitive of the name.
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`, 'gu');
  return (text) => {
    const { folded, offsets } = foldWithOffsets(text);
    let result = '';
    let done = 0;
    for (const match of folded.matchAll(pattern)) {
      const from = offsets[match.index] ?? text.length;
      const to = offsets[match.index + match[0].length] ?? text.length;
      result += text.slice(done, from) + id;
      done = to;
    }
    return result + text.slice(done);
  };
}

/** Folds a text character by character; `offsets` maps each folded character to its position in the text. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = /\s/.test(character) ? ' ' : foldText(character);
    for (let n = 0; n < plain.length; n += 1) offsets.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, offsets };
}

/** Does not escape hyphens: with the flag u that is a syntax error. */
const escapeRegExp = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
