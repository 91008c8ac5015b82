import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { interleaved, median } from '../harness/rounds.ts';
import type { Places } from '../rows/databases.ts';
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
export async function search(bench: Bench, { kind, many, rows }: Places): Promise<Table[]> {
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
      const afresh = await search(query);
      const between = await cpu();
      const times = [await search(query), await search(query), await search(query)];
      const used = {
        cpuAfresh: between - before,
        cpuAgain: ((await cpu()) - between) / times.length,
      };
      return { afresh, again: median(times), ...used };
    };
    const pages = pagesOf(Math.ceil(rows.many / LIMIT));
    const rounds = bench.scale.rounds;
    const found = await interleaved(
      rounds,
      waysOf(TERMS, (term) => both(`&name=${encodeURIComponent(term)}`)),
    );
    const turned = await interleaved(
      rounds,
      waysOf(pages, (page) => both(`&page=${page}`)),
    );
    connection.close();
    const about = `Milliseconds from request to response over HTTP on one connection, 20 rows a page. Ours: the total is counted anew, because another process has just written to the table. The other: the same request again with a cached total.`;
    const names = rows.many.toLocaleString('en');
    return [
      {
        title: `Search among ${names} names, ${kind}`,
        about,
        lines: linesOf(found, BARS[kind].search, (what) => `${what}: ${TERMS[what]}`),
      },
      {
        title: `Pages of ${names} checkups, ${kind}`,
        about,
        lines: linesOf(turned, BARS[kind].page, (what) => what),
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
type Figures = { afresh: number; again: number; cpuAfresh: number; cpuAgain: number };

function waysOf<Name extends string, Value>(
  values: Readonly<Record<Name, Value>>,
  ask: (value: Value) => Promise<Figures>,
) {
  const entries = Object.entries<Value>(values).map(([name, value]) => [name, () => ask(value)]);
  return Object.fromEntries(entries) as Record<Name, () => Promise<Figures>>;
}

function linesOf<Name extends string>(
  seen: Record<Name, Figures>,
  most: number,
  named: (name: Name) => string,
): Line[] {
  const names = Object.keys(seen) as Name[];
  const dearest = (figure: keyof Figures) => Math.max(...names.map((name) => seen[name][figure]));
  return [
    ...names.map((name) => ({
      what: named(name),
      unit: 'ms' as const,
      ours: seen[name].afresh,
      other: seen[name].again,
      bar: { of: 'ours' as const, most },
    })),
    {
      what: "the dearest of them: CPU of the server's process",
      unit: 'ms',
      ours: dearest('cpuAfresh'),
      other: dearest('cpuAgain'),
    },
  ];
}
