import { foldText } from '@deqiq/contract/shared/text.ts';
import { sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { NamesTable, SearchedTable, UncountedFilter } from './filters.ts';

const WORD_START = '  ';
const MAX_TRIGRAMS = 4;

const toWords = (text: string): string[] =>
  foldText(text.toWellFormed().replaceAll('\0', '')).split(' ').filter(Boolean);

/** What is stored in name_key: the folded words, two blanks before each, so that a word's start is a trigram. */
export function searchKey(text: string): string {
  return toWords(text)
    .map((word) => WORD_START + word)
    .join('');
}

/** What a person typed, as texts that must all occur in name_key; empty when there is nothing to look for. */
export function searchPatterns(text: string): string[] {
  const patterns = toWords(text).map((word) => ([...word].length < 3 ? WORD_START + word : word));
  return patterns.filter(
    (pattern, index) =>
      patterns.indexOf(pattern) === index &&
      !patterns.some((other) => other !== pattern && other.includes(pattern)),
  );
}

/**
 * The rows of a table whose name contains all patterns, in the form the dialect answers fastest. `isFiltered`:
 * other conditions name columns of the table.
 */
export function searchByName(
  dialect: DialectName,
  table: SearchedTable,
  patterns: readonly string[],
  isFiltered: boolean,
): UncountedFilter {
  return dialect === 'sqlite' ? byTrigrams(table, patterns, isFiltered) : byLike(table, patterns);
}

/** The same in plain SQL, which both dialects understand and no index need support. */
export function byLike(
  table: SearchedTable | NamesTable,
  patterns: readonly string[],
): UncountedFilter {
  const name = sql.ref(`${table}.name_key`);
  return {
    shape: `like${patterns.length}`,
    values: numbered(patterns.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`)),
    rows: (slot) => ({
      from: sql.table(table),
      seq: sql.ref<number>(`${table}.seq`),
      where: patterns.map((_, n) => sql`${name} like ${slot(`text${n}`)} escape '\\'`),
    }),
  };
}

function byTrigrams(
  table: SearchedTable,
  patterns: readonly string[],
  isFiltered: boolean,
): UncountedFilter {
  const { trigrams, unproven } = selectTrigrams(patterns);
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const index = sql.table(`${table}_search`);
  const name = sql.ref(`${table}.name_key`);
  // Cross join keeps the index outermost: matches stream in its order, and a page stops early.
  const joined = sql`${index} cross join ${sql.table(table)} on ${sql.ref(`${table}.seq`)} = ${index}.rowid`;
  return {
    shape: `trigrams${unproven.length}`,
    values: { match, ...numbered(unproven) },
    rows: (slot) => ({
      from: isFiltered || unproven.length > 0 ? joined : index,
      seq: sql<number>`${index}.rowid`,
      where: [
        sql`${index} match ${slot('match')}`,
        ...unproven.map((_, n) => sql`instr(${name}, ${slot(`text${n}`)}) > 0`),
      ],
    }),
  };
}

const numbered = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text, n) => [`text${n}`, text]));

/** At most four trigrams that narrow the search, and the patterns they do not prove by themselves. */
function selectTrigrams(patterns: readonly string[]): { trigrams: string[]; unproven: string[] } {
  const share = Math.max(1, Math.floor(MAX_TRIGRAMS / patterns.length));
  const trigrams = new Set<string>();
  const unproven: string[] = [];
  for (const pattern of patterns) {
    const letters = [...pattern];
    const last = letters.length - 3;
    const count = Math.min(share, last + 1, MAX_TRIGRAMS - trigrams.size);
    for (let n = 0; n < count; n++) {
      const start = count === 1 ? 0 : Math.round((n * last) / (count - 1));
      trigrams.add(letters.slice(start, start + 3).join(''));
    }
    if (last > 0 || count === 0) unproven.push(pattern);
  }
  return { trigrams: [...trigrams], unproven };
}
