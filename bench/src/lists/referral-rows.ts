import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import type { Bench } from '../harness/program.ts';
import type { BenchDatabase } from '../rows/databases.ts';
import { referralRows } from '../rows/patients.ts';
import { fillPostgres } from '../rows/postgres.ts';
import { fillSqlite } from '../rows/sqlite.ts';
import { type Login, newLogin, newPartner } from '../upload/partner.ts';

/** Examinations of today. */
const PENDING_TODAY = 100;

/** One of so many examinations was never made. */
const NEVER_MADE = 20;

const added = new WeakMap<BenchDatabase, Promise<Login>>();

/**
 * Adds a patient and a referral for every checkup of a database, once in a run. The newest examinations are those of
 * today; one of twenty of the others has been pending for years. Returns the login of a partner with some of the rows.
 */
export function addReferrals(bench: Bench, database: BenchDatabase): Promise<Login> {
  const login = added.get(database) ?? addRows(bench, database);
  added.set(database, login);
  return login;
}

async function addRows(bench: Bench, { dataDir, url, secret }: BenchDatabase): Promise<Login> {
  const login = newLogin();
  const server = await startServer({ dataDir, url, secret });
  const created = await newPartner(await new ApiClient(server.port).signIn(), login);
  await server.end();
  const { db, close } = await openDatabase({ dataDir, ...(url && { url }) });
  const checkups = await db
    .selectFrom('checkups')
    .select(['id', 'partner_id'])
    .orderBy('seq')
    .execute();
  const { max } = await db
    .selectFrom('checkups')
    .select(({ fn }) => fn.max('seq').as('max'))
    .executeTakeFirstOrThrow();
  const owner = checkups[0]?.partner_id ?? '';
  const pending = { status: 'pending', start_date: new Date().toISOString().slice(0, 10) } as const;
  await db
    .updateTable('checkups')
    .set({ status: 'pending' })
    .where((is) => is(is('seq', '%', NEVER_MADE), '=', 0))
    .execute();
  await db
    .updateTable('checkups')
    .set(pending)
    .where('seq', '>', Number(max) - PENDING_TODAY)
    .execute();
  await db
    .updateTable('checkups')
    .set({ partner_id: created })
    .where('partner_id', '=', owner)
    .execute();
  await close();
  const owned = checkups.map(({ id, partner_id }) => ({
    id,
    partner_id: partner_id === owner ? created : partner_id,
  }));
  const began = performance.now();
  if (url) await fillPostgres(url, referralRows(owned));
  else await fillSqlite(dataDir, referralRows(owned));
  bench.log(`patients and referrals in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return login;
}
