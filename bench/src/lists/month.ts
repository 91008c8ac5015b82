import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY } from '@deqiq/contract/shared/time/durations.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { Connection } from '@deqiq/testkit/http/connection.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { openDatabase, SQLITE_FILE } from '../../../server/src/platform/db/database.ts';
import type { Bench, Table } from '../harness/program.ts';
import { median } from '../harness/rounds.ts';
import type { BenchDatabase, BenchDatabases } from '../rows/databases.ts';
import type { Rows } from '../rows/people.ts';
import { fillPostgres, openClient } from '../rows/postgres.ts';
import { fillSqlite } from '../rows/sqlite.ts';
import { addReferrals } from './referral-rows.ts';

/** Milliseconds in which the owner sees the month. */
const MAX_MS = 500;

/** The rows of a clinic that has worked for so long until its last month. */
const YEARS = 3;
const LAST_MONTH = '2026-11';
const END = Date.UTC(2026, 10, 30);
const REPEATS = 7;
const BATCH = 20_000;

/** The owner's month, and the lists that its numbers open, at many examinations with a referral and a patient each. */
export async function month(bench: Bench, { kind, many, rows }: BenchDatabases): Promise<Table> {
  await addReferrals(bench, many);
  await addResults(bench, many);
  const server = await startServer(many);
  const connection = new Connection(server.port);
  try {
    const { authorization } = await new ApiClient(server.port).signIn();
    const measure = async (path: string): Promise<number> => {
      const times: number[] = [];
      for (let count = 0; count < REPEATS; count += 1) {
        const began = performance.now();
        const { status } = await connection.get(path, authorization);
        if (status !== 200) throw new Error(`${path} returned ${status}`);
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const paths = {
      'the month': `/api/admin/month?month=${LAST_MONTH}`,
      'its examinations': `/api/admin/checkups?limit=20&ready=${LAST_MONTH}`,
      'its examinations of Mondays': `/api/admin/checkups?limit=20&ready=${LAST_MONTH}&weekday=1`,
      'unopened ones two years before': '/api/admin/checkups?limit=20&ready=2024-11&opened=none',
    };
    const lines = [];
    for (const [what, path] of Object.entries(paths))
      lines.push({
        what,
        unit: 'ms',
        ours: await measure(path),
        bar: { of: 'ours', max: MAX_MS },
      } as const);
    return {
      title: `The owner's month at ${rows.many.toLocaleString('en')} examinations, ${kind}`,
      about: `Milliseconds from request to response over HTTP on one connection, of ${REPEATS} requests. The examinations of ${YEARS} years, each with its result, a referral and a patient, two of three with a report.`,
      lines,
    };
  } finally {
    connection.close();
    await server.end();
  }
}

/** Referrals and patients of the day of the result, and statistics for the planner. */
const sameDays = `
  update referrals set created_at = coalesce((select ready_at from result_openings
    where result_openings.checkup_id = referrals.checkup_id), created_at);
  update patients set created_at = coalesce((select min(referrals.created_at) from referrals
    where referrals.patient_id = patients.id), created_at);
  analyze`;

/** A result for every examination, spread over the years, and the reports. */
async function addResults(bench: Bench, { dataDir, url }: BenchDatabase): Promise<void> {
  const began = performance.now();
  const location = { dataDir, ...(url && { url }) };
  const { db, close } = await openDatabase(location);
  const checkups = await db
    .selectFrom('checkups')
    .select(['id', 'partner_id'])
    .orderBy('seq')
    .execute();
  await close();
  if (url) await fillPostgres(url, resultRows(checkups));
  else await fillSqlite(dataDir, resultRows(checkups));
  if (url) {
    await using own = await openClient(url);
    await own.client.query(sameDays);
  } else {
    const db = new DatabaseSync(join(dataDir, SQLITE_FILE));
    db.exec(sameDays);
    db.close();
  }
  bench.log(`results of ${YEARS} years in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

/** A key that the server does not sign with. */
const KEY = 'bench';

const toReport = (checkup: string, at: string) => ({
  id: randomUUID(),
  checkup_id: checkup,
  status: 'signed',
  version: 1,
  author_id: KEY,
  created_at: at,
  updated_at: at,
  signed_at: at,
  document: '{}',
  sha256: '',
  signature: '',
  key_id: KEY,
});

/** Two of three examinations have a signed report. */
function* resultRows(
  checkups: readonly { readonly id: string; readonly partner_id: string }[],
): Generator<Rows> {
  const random = randomFrom(checkups.length);
  const length = YEARS * 365 * DAY;
  yield {
    table: 'report_keys',
    columns: ['id', 'algorithm', 'public_key', 'private_key', 'created_at'],
    rows: [[KEY, KEY, '', '', iso(END)]],
  };
  for (let from = 0; from < checkups.length; from += BATCH) {
    const results = checkups.slice(from, from + BATCH).map(({ id, partner_id }, index) => {
      const at = END - length + ((from + index) / checkups.length) * length;
      const opened = random.chance(0.9) ? at + random.below(3 * DAY) : undefined;
      return [id, partner_id, iso(at), opened === undefined ? null : iso(opened)] as const;
    });
    yield {
      table: 'result_openings',
      columns: ['checkup_id', 'partner_id', 'ready_at', 'opened_at'],
      rows: results,
    };
    yield {
      table: 'diagnostic_reports',
      columns: Object.keys(toReport('', '')),
      rows: results
        .filter((_, index) => index % 3 > 0)
        .map(([id, , ready]) => {
          const signed = Date.parse(ready) + random.below(2 * DAY);
          return Object.values(toReport(id, iso(signed)));
        }),
    };
  }
}

const iso = (at: number): string => new Date(at).toISOString();
