import { foldText } from '@deqiq/contract/shared/text.ts';
import type { Level } from '../../../../platform/dicom/levels.ts';
import { UID_PATTERN } from '../../../../platform/dicom/uids.ts';
import { AppError } from '../../../../platform/errors.ts';
import { findTag, type MatchColumn, matchKeys } from './attributes.ts';

/** A condition on a column; all of a search have to hold. */
export type Condition = { readonly column: MatchColumn } & (
  | { readonly kind: 'in'; readonly values: readonly (string | number)[] }
  /** `*` matches any characters, `?` one. */
  | { readonly kind: 'wildcard'; readonly pattern: string }
  /** Both ends included; '' is open. */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
);

export interface SearchQuery {
  readonly conditions: readonly Condition[];
  /** Tags beyond those of the level; `all` for every attribute. */
  readonly included: readonly string[] | 'all';
  readonly limit: number;
  readonly offset: number;
  /** Texts of Warning headers. */
  readonly warnings: readonly string[];
}

export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Results of one response. */
export const MAX_RESULTS = 1_000;

const FUZZY =
  'The fuzzymatching parameter is not supported. Only literal matching has been performed.';
const IGNORED = 'Some of the query keys are not supported and have been ignored.';

const CONTROLS = new Set(['includefield', 'limit', 'offset', 'fuzzymatching', 'accept', 'charset']);

const ranks: readonly Level[] = ['study', 'series', 'instance'];

/** Parses the parameters of a search (PS3.18, 8.3.4). Throws 400 where a value cannot be one. */
export function parseSearch(parameters: QueryParameters, level: Level): SearchQuery {
  const conditions: Condition[] = [];
  const warnings: string[] = [];
  const included: string[] = [];
  let hasIgnored = false;
  for (const [name, value] of Object.entries(parameters)) {
    if (CONTROLS.has(name) || value === undefined) continue;
    if (typeof value !== 'string') throw createMalformedError('A query key may occur only once.');
    const found = findKey(name, level);
    if (!found) hasIgnored = true;
    // An empty value matches everything and asks for the attribute (PS3.4, C.2.2.2.3).
    else if (value === '') included.push(found.tag.slice(0, 8));
    else conditions.push(toCondition(found, value));
  }
  if (parameters.fuzzymatching === 'true') warnings.push(FUZZY);
  if (hasIgnored) warnings.push(IGNORED);
  const fields = [parameters.includefield ?? []].flat().flatMap((field) => field.split(','));
  return {
    conditions,
    included: fields.includes('all')
      ? 'all'
      : [...included, ...fields.flatMap((field) => findTag(field.split('.')[0] ?? '') ?? [])],
    limit: Math.min(parseCount(parameters.limit, MAX_RESULTS), MAX_RESULTS),
    offset: parseCount(parameters.offset, 0),
    warnings,
  };
}

/** Keys of a level apply to searches for it and for those below. */
function findKey(name: string, level: Level) {
  const upper = name.toUpperCase();
  return matchKeys.find(
    (one) =>
      (one.keyword === name || one.tag === upper) &&
      ranks.indexOf(one.level) <= ranks.indexOf(level),
  );
}

function toCondition({ column, matching }: (typeof matchKeys)[number], value: string): Condition {
  switch (matching) {
    case 'uid': {
      const values = value.split(/[,\\]/).map((uid) => uid.trim());
      if (!values.every((uid) => UID_PATTERN.test(uid)))
        throw createMalformedError('A UID is wrong.');
      return { column, kind: 'in', values };
    }
    case 'number': {
      const number = Number(value);
      if (!Number.isInteger(number) || Math.abs(number) >= 2 ** 31)
        throw createMalformedError('A number is wrong.');
      return { column, kind: 'in', values: [number] };
    }
    case 'range':
      return toRange(column, value, /^\d{8}$/);
    case 'time':
      return toRange(column, value, /^\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,6})?)?)?$/);
    case 'name':
      return toTextCondition(column, foldText(value).replace(/\^+$/, ''));
    case 'folded':
      return toTextCondition(column, foldText(value));
    case 'code':
      return toCodeCondition(column, value);
    case 'text':
      return toTextCondition(column, value.trim());
  }
}

const toTextCondition = (column: MatchColumn, text: string): Condition =>
  /[*?]/.test(text)
    ? { column, kind: 'wildcard', pattern: text }
    : { column, kind: 'in', values: [text] };

/** One code or a list of them; viewers separate it by commas, the standard by backslashes. */
function toCodeCondition(column: MatchColumn, value: string): Condition {
  const codes = value
    .split(/[,\\]/)
    .map((code) => code.trim())
    .filter(Boolean);
  const [first = ''] = codes;
  return codes.length > 1 ? { column, kind: 'in', values: codes } : toTextCondition(column, first);
}

/** A date or time, or a range of them (PS3.4, C.2.2.2.5): `from-to`, `from-` or `-to`. */
function toRange(column: MatchColumn, value: string, format: RegExp): Condition {
  const [from = '', to = from, ...more] = value.split('-').map((part) => part.trim());
  const isValid = [from, to].every((part) => part === '' || format.test(part));
  if (!isValid || more.length > 0 || (from === '' && to === ''))
    throw createMalformedError('A date or time is wrong.');
  // Stored times have no fraction. A shorter time covers everything that begins with it.
  const [first = '', last = ''] = [from, to].map((part) => part.split('.')[0]);
  return { column, kind: 'range', from: first, to: last && `${last}~` };
}

function parseCount(value: string | readonly string[] | undefined, absent: number): number {
  if (value === undefined || value === '') return absent;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value))
    throw createMalformedError('limit and offset are whole numbers.');
  return Number(value);
}

const createMalformedError = (message: string) => new AppError('malformed', 400, message);
