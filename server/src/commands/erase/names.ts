import { foldText } from '@deqiq/contract/shared/text.ts';

/** A person's name as its folded words: how it is recognised, blind to case and accents. */
export type Name = readonly string[];

export const parseName = (text: string): Name => foldText(text).split(' ').filter(Boolean);

/** The name and its words in the other orders: surnames come first on many forms. */
export const nameOrders = (name: Name): Name[] =>
  name.map((_, first) => [...name.slice(first), ...name.slice(0, first)]);

export const isSameName = (one: Name, other: Name): boolean =>
  nameOrders(one).some((order) => order.join(' ') === other.join(' '));

/** What may stand between the words of a name, in file names too. */
const SEPARATOR = '[^\\p{L}\\p{N}]{1,3}';

/**
 * Texts without these names: wherever all words of one stand together, in whatever order and however
 * written, `id` stands instead. A name of a single word is left: it is not this person's alone.
 */
export function nameRemover(names: readonly Name[], id: string): (text: string) => string {
  const forms = names.filter((name) => name.length > 1).flatMap(nameOrders);
  return replacer(
    forms.map((words) => words.map(escapeRegExp).join(SEPARATOR)),
    id,
  );
}

/** The same for a text that is about nobody else: every single word of the names goes. */
export function wordRemover(names: readonly Name[], id: string): (text: string) => string {
  const words = names.flat().filter((word) => word.length > 1);
  return replacer(words.map(escapeRegExp), id);
}

/** Characters between the digits of a telephone number, as people write it. */
const DIGIT_SEPARATOR = '[\\s().-]{0,3}';

/** Digits of a national number in Azerbaijan: what stands before them is a country code, a 0 or nothing. */
const NATIONAL_DIGITS = 9;

/** Texts without these e-mail addresses and telephone numbers, however they are written. */
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
  const found = new RegExp(forms.join('|'), 'giu');
  return (text) => text.replaceAll(found, id);
}

function replacer(forms: readonly string[], id: string): (text: string) => string {
  if (forms.length === 0) return (text) => text;
  // No end is asked for: "Hüseynovanın" is hers.
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`, 'gu');
  return (text) => {
    const { folded, places } = foldWithOffsets(text);
    let result = '';
    let done = 0;
    for (const match of folded.matchAll(found)) {
      const from = places[match.index] ?? text.length;
      const to = places[match.index + match[0].length] ?? text.length;
      result += text.slice(done, from) + id;
      done = to;
    }
    return result + text.slice(done);
  };
}

/** Every character folded by itself, and where in the text each folded one begins. */
function foldWithOffsets(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = /\s/.test(character) ? ' ' : foldText(character);
    for (let n = 0; n < plain.length; n += 1) places.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, places };
}

/** A hyphen stays as it is: with the flag u an escaped one is an error. */
const escapeRegExp = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
