import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { newPartner } from '@deqiq/testkit/databases/rows.ts';
import { sql } from 'kysely';
import { openDatabase } from '../../../platform/db/database.ts';
import * as partners from '../../people/partners/partners.repo.ts';
import * as ledger from './ledger.repo.ts';

const entry = (partner_id: string, at = '2026-11-20T07:15:57.123Z') =>
  ({
    partner_id,
    at,
    role: 'admin',
    person_id: 'somebody',
    reason: 'balance-add',
    payment_id: null,
  }) as const;

test('the first ledger row contains the previous figures of a partner', async (t) => {
  const { db, dialect, location } = await openFreshDatabase(t);
  for (const table of ['ledger', 'payments', 'reports'])
    await sql.raw(`drop table ${table}`).execute(db);
  await sql`drop index partners_named`.execute(db);
  // The ledger of deposits has a trigger with it, too.
  if (dialect === 'postgres') await sql`drop function refuse_ledger_change cascade`.execute(db);
  await sql`delete from migrations where name = '0003-ledger-payments-reports'`.execute(db);
  const rich = newPartner({ balance_qepik: 1_250, sended_patients_count: 3 });
  const owing = newPartner({ balance_qepik: -5 });
  const busy = newPartner({ sended_patients_count: 7 });
  for (const partner of [rich, newPartner(), owing, busy]) await partners.insert(db, partner);

  const { close } = await openDatabase(location);
  await close();

  const rows = await db.selectFrom('ledger').selectAll().orderBy('seq').execute();
  assert.deepEqual(
    rows.map((row) => [row.partner_id, row.at, row.reason, row.balance_qepik, row.patients_count]),
    [rich, owing, busy].map((partner) => [
      partner.id,
      partner.created_at,
      'opening',
      partner.balance_qepik ?? 0,
      partner.sended_patients_count ?? 0,
    ]),
  );
  await assertBooked(db);
});

test('a change and its audit row are committed together or not at all', async (t) => {
  const { db } = await openFreshDatabase(t);
  const { id } = newPartner();
  await partners.insert(db, newPartner({ id }));
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await ledger.change(tx, id, { balance_qepik: { add: 100 } });
      await ledger.appendEntry(tx, entry(id));
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual({ ...(await ledger.findFigures(db, id)) }, figures(0, 0));
  assert.deepEqual(await db.selectFrom('ledger').select('seq').execute(), []);
});

test('a change is atomic: no figure changes if one would leave its bounds', async (t) => {
  const { db } = await openFreshDatabase(t);
  const { id } = newPartner();
  await partners.insert(db, newPartner({ id }));
  const both = (balance: number, patients: number) =>
    ledger.change(db, id, {
      balance_qepik: { add: balance },
      sended_patients_count: { add: patients },
    });
  assert.deepEqual({ ...(await both(100, 2)) }, figures(100, 2));
  assert.equal(await both(100, -3), undefined);
  assert.equal(await both(Number.MAX_SAFE_INTEGER - 100, 1), undefined);
  const spent = { balance_qepik: { add: -100 }, minBalance: 0 };
  assert.deepEqual({ ...(await ledger.change(db, id, spent)) }, figures(0, 2));
  assert.equal(await ledger.change(db, id, spent), undefined);
  await partners.remove(db, id, 'now');
  assert.equal(await both(1, 1), undefined);
  const refund = { balance_qepik: { add: 100 }, includeDeleted: true };
  assert.deepEqual({ ...(await ledger.change(db, id, refund)) }, figures(100, 2));
});

test('changes are summed up from an instant on, it included, without deleted partners', async (t) => {
  const { db } = await openFreshDatabase(t);
  const one = newPartner();
  const gone = newPartner();
  for (const { id } of [one, gone]) {
    await partners.insert(db, newPartner({ id }));
    for (const at of ['2026-10-31T19:59:59.999Z', '2026-10-31T20:00:00.000Z', '2026-11-09'])
      await db.transaction().execute(async (tx) => {
        const moves = { balance_qepik: { add: 150 }, sended_patients_count: { add: 2 } };
        await ledger.change(tx, id, moves);
        await ledger.appendEntry(tx, entry(id, at));
      });
  }
  await partners.remove(db, gone.id, 'now');
  const since = await ledger.sumChangesSince(db, '2026-10-31T20:00:00.000Z');
  assert.deepEqual({ ...since }, figures(300, 4));
  assert.deepEqual({ ...(await ledger.sumChangesSince(db, '2027')) }, figures(0, 0));
});

const figures = (balance_qepik: number, sended_patients_count: number) => ({
  balance_qepik,
  sended_patients_count,
});
