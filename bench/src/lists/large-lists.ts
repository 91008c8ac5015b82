import { intakeHeaders } from '@deqiq/contract/machines/intake/intake-link.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { deriveIntakeKey } from '../../../server/src/platform/secrets/intake-key.ts';
import type { Bench, Line, Table } from '../harness/program.ts';
import { median, runInterleaved } from '../harness/rounds.ts';
import type { BenchDatabases } from '../rows/databases.ts';
import { changes } from '../search/changes.ts';
import type { Login } from '../upload/partner.ts';
import { comparisons, type Request, type User } from './comparisons.ts';
import { addReferrals } from './referral-rows.ts';

/** Requests of a round with cached totals. */
const REPEATS = 15;

/** The same bar as that of every list of few rows. */
const BAR = { of: 'ratio', max: 1.3 } as const;

/** Lists of patients and referrals, similar patients, and the worklist, each against the same list of checkups. */
export async function largeLists(bench: Bench, databases: BenchDatabases): Promise<Table> {
  return compareLists(bench, databases, await addReferrals(bench, databases.many));
}

/** The same, of a database whose rows were added. */
export async function compareLists(
  bench: Bench,
  { kind, many, rows }: BenchDatabases,
  login: Login,
): Promise<Table> {
  const server = await startServer(many);
  const change = await changes(many, ['checkups', 'patients', 'referrals']);
  const connection = new Connection(server.port);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const partner = await new ApiClient(server.port).signIn('partner', login);
    const key = deriveIntakeKey(Buffer.from(many.secret, 'utf8'));
    const headers: Readonly<Record<User, string>> = {
      staff: staff.authorization,
      partner: partner.authorization,
      intake: `Authorization: Bearer ${key}\r\n${intakeHeaders.aeTitle}: PANO\r\n`,
    };
    const send = async ({ user, path }: Request): Promise<number> => {
      const began = performance.now();
      const { status } = await connection.get(path, headers[user]);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      return performance.now() - began;
    };
    const measure = async (request: Request, isCounted: boolean) => {
      if (isCounted) await change.one();
      const anew = await send(request);
      const times: number[] = [];
      for (let count = 0; count < REPEATS; count += 1) times.push(await send(request));
      return { anew, cached: median(times) };
    };
    const compared = Object.entries(comparisons(rows.many));
    const results = await runInterleaved(
      bench.scale.rounds,
      Object.fromEntries(
        compared.flatMap(([what, { ours, other, isCounted }]) => [
          [`${what}, ours`, () => measure(ours, isCounted)],
          [`${what}, other`, () => measure(other, isCounted)],
        ]),
      ),
    );
    const lineOf = (what: string, figure: 'anew' | 'cached'): Line => ({
      what: figure === 'anew' ? `${what}, counted anew` : what,
      unit: 'ms',
      ours: results[`${what}, ours`]?.[figure] ?? Number.NaN,
      other: results[`${what}, other`]?.[figure] ?? Number.NaN,
      bar: BAR,
    });
    return {
      title: `Lists of ${rows.many.toLocaleString('en')} patients and referrals, ${kind}`,
      about:
        'Milliseconds from request to response over HTTP on one connection. The other is the same list of checkups in the same rounds; for telephones and birth dates its first page, for similar patients the same name, for the worklist a page with as many rows. Counted anew: another process has just written to the tables.',
      lines: compared.flatMap(([what, { isCounted }]) => [
        lineOf(what, 'cached'),
        ...(isCounted ? [lineOf(what, 'anew')] : []),
      ]),
    };
  } finally {
    connection.close();
    await change.end();
    await server.end();
  }
}
