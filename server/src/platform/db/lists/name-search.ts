import { foldText } from '@deqiq/contract/shared/text.ts';
import { sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { NamesTable, SearchedTable, UncountedFilter } from './row-filter.ts';

const WORD_START = '  ';
const MAX_TRIGRAMS = 4;

const toWords = (text: string): string[] =>
  foldText(text.toWellFormed().replaceAll('\0', '')).split(' ').filter(Boolean);

/** The value of name_key: folded words, two blanks before each, so that the start of a word is a trigram. */
export function searchKey(text: string): string {
  return toWords(text)
    .map((word) => WORD_START + word)
    .join('');
}

/** The texts that name_key must all contain; empty where the search is blank. */
export function searchPatterns(text: string): string[] {
  const patterns = toWords(text).map((word) => ([...word].length < 3 ? WORD_START + word : word));
  return patterns.filter(
    (pattern, index) =>
      patterns.indexOf(pattern) === index &&
      !patterns.some((other) => other !== pattern && other.includes(pattern)),
  );
}

/** A pattern of `like … escape '\\'` for values that contain the text. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds rows whose name contains all patterns. `isFiltered`: other conditions use columns of the table. */
export function searchByName(
  dialect: DialectName,
  table: SearchedTable,
  patterns: readonly string[],
  isFiltered: boolean,
): UncountedFilter {
  return dialect === 'sqlite' ? byTrigrams(table, patterns, isFiltered) : byLike(table, patterns);
}

/** The same in plain SQL, without a special index. */
export function byLike(
  table: SearchedTable | NamesTable,
  patterns: readonly string[],
): UncountedFilter {
  const name = sql.ref(`${table}.name_key`);
  return {
    shape: `like${patterns.length}`,
    values: numberedValues(patterns.map(toLikePattern)),
    rows: (placeholder) => ({
      from: sql.table(table),
      seq: sql.ref<number>(`${table}.seq`),
      where: patterns.map((_, n) => sql`${name} like ${placeholder(`text${n}`)} escape '\\'`),
    }),
  };
}

function byTrigrams(
  table: SearchedTable,
  patterns: readonly string[],
  isFiltered: boolean,
): UncountedFilter {
  const { trigrams, unverified } = selectTrigrams(patterns);
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const index = sql.table(`${table}_search`);
  const name = sql.ref(`${table}.name_key`);
  // Cross join keeps the index outermost: matches stream in its order, and a page stops early.
  const joined = sql`${index} cross join ${sql.table(table)} on ${sql.ref(`${table}.seq`)} = ${index}.rowid`;
  return {
    shape: `trigrams${unverified.length}`,
    // Without the table, the index alone is counted within milliseconds.
    isSlowToCount: unverified.length > 0,
    values: { match, ...numberedValues(unverified) },
    rows: (placeholder) => ({
      from: isFiltered || unverified.length > 0 ? joined : index,
      seq: sql<number>`${index}.rowid`,
      where: [
        sql`${index} match ${placeholder('match')}`,
        ...unverified.map((_, n) => sql`instr(${name}, ${placeholder(`text${n}`)}) > 0`),
      ],
    }),
  };
}

const numberedValues = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text, n) => [`text${n}`, text]));

/** At most four trigrams that narrow the search, and the patterns that need a second check. */
function selectTrigrams(patterns: readonly string[]): { trigrams: string[]; unverified: string[] } {
  const perPattern = Math.max(1, Math.floor(MAX_TRIGRAMS / patterns.length));
  const trigrams = new Set<string>();
  const unverified: string[] = [];
  for (const pattern of patterns) {
    const letters = [...pattern];
    // A blank precedes every word: the last trigram of two letters at its start is the whole pattern.
    if (pattern.startsWith(WORD_START) && letters.length === WORD_START.length + 2) letters.shift();
    const last = letters.length - 3;
    const count = Math.min(perPattern, last + 1, MAX_TRIGRAMS - trigrams.size);
    for (let n = 0; n < count; n++) {
      const start = count === 1 ? 0 : Math.round((n * last) / (count - 1));
      trigrams.add(letters.slice(start, start + 3).join(''));
    }
    if (last > 0 || count === 0) unverified.push(pattern);
  }
  return { trigrams: [...trigrams], unverified };
}
