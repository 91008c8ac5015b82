import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { median, runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { RARE } from '../rows/people.ts';
import { changes } from './changes.ts';

const LIMIT = 20;

/** Search terms, from a letter that begins half of all words to a name that no patient has. */
const TERMS = {
  'one letter, common': 'a',
  'one letter, rare': 'z',
  'two letters, common': 'qı',
  'two letters, rare': 'zə',
  'three letters, common': 'qız',
  'three letters, inside words': 'min',
  'a common name': 'Məmmədova',
  'a common word': 'qızı',
  'two common words': 'Nigar qızı',
  'four common words': 'Nigar Məmmədova Rəşad qızı',
  'a rare name': RARE.first_name,
  'a rare name and a common word': `${RARE.first_name} qızı`,
  'a name without a match': 'Qwzxkuvbəy',
  'common parts without a common match': 'Nigar oğlu',
} as const;

const BARS = {
  SQLite: { search: 10, page: 15 },
  PostgreSQL: { search: 50, page: 60 },
} as const;

/**
 * Searches and pages over HTTP, one at a time. `afresh`: another process has just written to the table, so the total
 * is counted anew. `again`: the total is cached, as for a user who pages through a list.
 */
export async function search(bench: Bench, { kind, many, rows }: BenchDatabases): Promise<Table[]> {
  const server = await startServer(many);
  const change = await changes(many);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const connection = new Connection(server.port);
    const search = async (query: string) => {
      const began = performance.now();
      const path = `/api/admin/checkups?limit=${LIMIT}${query}`;
      const { status } = await connection.get(path, staff.authorization);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      return performance.now() - began;
    };
    const cpu = async () => (await server.child.measure()).cpu / 1_000;
    const both = async (query: string) => {
      await change.one();
      const before = await cpu();
      const uncached = await search(query);
      const between = await cpu();
      const times = [await search(query), await search(query), await search(query)];
      const used = {
        cpuUncached: between - before,
        cpuCached: ((await cpu()) - between) / times.length,
      };
      return { uncached, cached: median(times), ...used };
    };
    const pages = pagesOf(Math.ceil(rows.many / LIMIT));
    const rounds = bench.scale.rounds;
    const searches = await runInterleaved(
      rounds,
      variantsOf(TERMS, (term) => both(`&name=${encodeURIComponent(term)}`)),
    );
    const pageResults = await runInterleaved(
      rounds,
      variantsOf(pages, (page) => both(`&page=${page}`)),
    );
    connection.close();
    const about = `Milliseconds from request to response over HTTP on one connection, 20 rows a page. Ours: the total is counted anew, because another process has just written to the table. The other: the same request again with a cached total.`;
    const names = rows.many.toLocaleString('en');
    return [
      {
        title: `Search among ${names} names, ${kind}`,
        about,
        lines: linesOf(searches, BARS[kind].search, (what) => `${what}: ${TERMS[what]}`),
      },
      {
        title: `Pages of ${names} checkups, ${kind}`,
        about,
        lines: linesOf(pageResults, BARS[kind].page, (what) => what),
      },
    ];
  } finally {
    await change.end();
    await server.end();
  }
}

const pagesOf = (last: number) => ({
  'the first page': 1,
  'page 100': Math.min(100, last),
  'a quarter in': Math.ceil(last / 4),
  'the middle': Math.ceil(last / 2),
  'the last page': last,
});

/** Milliseconds; processor time is that of the server without PostgreSQL. */
type Figures = { uncached: number; cached: number; cpuUncached: number; cpuCached: number };

function variantsOf<Name extends string, Value>(
  values: Readonly<Record<Name, Value>>,
  measure: (value: Value) => Promise<Figures>,
) {
  const entries = Object.entries<Value>(values).map(([name, value]) => [
    name,
    () => measure(value),
  ]);
  return Object.fromEntries(entries) as Record<Name, () => Promise<Figures>>;
}

function linesOf<Name extends string>(
  results: Record<Name, Figures>,
  max: number,
  named: (name: Name) => string,
): Line[] {
  const names = Object.keys(results) as Name[];
  const slowest = (figure: keyof Figures) =>
    Math.max(...names.map((name) => results[name][figure]));
  return [
    ...names.map((name) => ({
      what: named(name),
      unit: 'ms' as const,
      ours: results[name].uncached,
      other: results[name].cached,
      bar: { of: 'ours' as const, max },
    })),
    {
      what: "the slowest of them: CPU of the server's process",
      unit: 'ms',
      ours: slowest('cpuUncached'),
      other: slowest('cpuCached'),
    },
  ];
}
