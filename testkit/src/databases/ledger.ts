import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../../../server/src/platform/db/tables.ts';

/**
 * Every partner's balance is the sum of the ledger, and every row of the ledger continues the one before. Called at
 * the end of each test that moves points.
 */
export async function assertBooked(db: Db): Promise<void> {
  const { rows } = await sql<Record<string, number | string>>`
    select partners.id, balance_qepik, sended_patients_count,
      (select coalesce(sum(amount_qepik), 0) from ledger where partner_id = partners.id) as amounts,
      (select coalesce(sum(patients_amount), 0) from ledger where partner_id = partners.id) as patients
    from partners`.execute(db);
  for (const row of rows) {
    assert.equal(
      row.balance_qepik,
      row.amounts,
      `the balance of ${row.id} differs from its ledger`,
    );
    assert.equal(
      row.sended_patients_count,
      row.patients,
      `the count of ${row.id} differs from its ledger`,
    );
  }
  const before = new Map<string, { balance: number; patients: number }>();
  for (const row of await db.selectFrom('ledger').selectAll().orderBy('seq').execute()) {
    const last = before.get(row.partner_id) ?? { balance: 0, patients: 0 };
    assert.equal(row.balance_qepik, last.balance + row.amount_qepik);
    assert.equal(row.patients_count, last.patients + row.patients_amount);
    before.set(row.partner_id, { balance: row.balance_qepik, patients: row.patients_count });
  }
}
