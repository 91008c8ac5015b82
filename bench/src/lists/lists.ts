import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { load, type Measured } from '../harness/load.ts';
import type { Bench, Table } from '../harness/program.ts';
import { interleaved } from '../harness/rounds.ts';
import type { Places } from '../rows/databases.ts';
import { addResources } from './rows.ts';

const BESIDE = 'checkups';
const LISTS = [
  ...['partners', 'partner-stats', 'payments', 'labs', 'reports', 'clinics', 'partnercards'],
  ...['applications/reservation', 'applications/partner', 'applications/contact'],
];

/** Requests until the compiler has optimised a list. */
const WARM = 1_000;

/** Measures every list of staff, 20 rows each, against the checkups list, which joins partners, files and links. */
export async function lists(bench: Bench, { kind, few, rows }: Places): Promise<Table> {
  await addResources(few, rows.few);
  const { child, port } = await startServer(few);
  try {
    const { authorization: headers } = await new ApiClient(port).signIn();
    const wayTo = (list: string, milliseconds: number, least?: number) =>
      load(
        { child, port, path: `/api/admin/${list}?limit=20`, headers, status: 200 },
        milliseconds,
        least,
      );
    for (const list of [BESIDE, ...LISTS]) await wayTo(list, 0, WARM);
    const ways = [BESIDE, ...LISTS].map((list) => [list, () => wayTo(list, bench.scale.slice / 2)]);
    const seen: Record<string, Measured> = await interleaved(
      bench.scale.rounds,
      Object.fromEntries(ways) as Record<string, () => Promise<Measured>>,
    );
    const cpu = (list: string) => seen[list]?.cpu ?? Number.NaN;
    return {
      title: `Every list, 20 rows, ${kind}`,
      about: `Eight connections request the first page of a list of ${rows.few.toLocaleString('en')} rows. The other is the same page of checkups.`,
      lines: LISTS.map((list) => ({
        what: `${list}, checkups: CPU`,
        unit: 'µs',
        ours: cpu(list),
        other: cpu(BESIDE),
        bar: { of: 'ratio', most: 1.3 },
      })),
    };
  } finally {
    await child.end();
  }
}
