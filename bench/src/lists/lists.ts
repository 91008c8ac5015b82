import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { load, type Measured } from '../harness/load.ts';
import type { Bench, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { addResources } from './rows.ts';

const BASELINE = 'checkups';
const LISTS = [
  'partners',
  'partner-stats',
  'payments',
  'labs',
  'reports',
  'clinics',
  'partnercards',
  'applications/reservation',
  'applications/partner',
  'applications/contact',
];

/** Requests until the compiler has optimised a list. */
const WARM = 1_000;

/** Measures every list of staff, 20 rows each, against the checkups list, which joins partners, files and links. */
export async function lists(bench: Bench, { kind, few, rows }: BenchDatabases): Promise<Table> {
  await addResources(few, rows.few);
  const { child, port } = await startServer(few);
  try {
    const { authorization: headers } = await new ApiClient(port).signIn();
    const measureList = (list: string, milliseconds: number, minRequests?: number) =>
      load(
        { child, port, path: `/api/admin/${list}?limit=20`, headers, status: 200 },
        milliseconds,
        minRequests,
      );
    for (const list of [BASELINE, ...LISTS]) await measureList(list, 0, WARM);
    const variants = [BASELINE, ...LISTS].map((list) => [
      list,
      () => measureList(list, bench.scale.slice / 2),
    ]);
    const results: Record<string, Measured> = await runInterleaved(
      bench.scale.rounds,
      Object.fromEntries(variants) as Record<string, () => Promise<Measured>>,
    );
    const cpu = (list: string) => results[list]?.cpu ?? Number.NaN;
    return {
      title: `Every list, 20 rows, ${kind}`,
      about: `Eight connections request the first page of a list of ${rows.few.toLocaleString('en')} rows. The other is the same page of checkups.`,
      lines: LISTS.map((list) => ({
        what: `${list}, checkups: CPU`,
        unit: 'µs',
        ours: cpu(list),
        other: cpu(BASELINE),
        bar: { of: 'ratio', max: 1.3 },
      })),
    };
  } finally {
    await child.end();
  }
}
