import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';

/** Which of these an installation has. The second factor is that of the person. */
export async function findWhatExists(db: Db, personId: string) {
  const has = (from: ReturnType<typeof sql>) =>
    sql<number>`case when exists (select 1 from ${from}) then 1 else 0 end`;
  const row = await db
    .selectNoFrom([
      has(sql`clinic_settings`).as('facts'),
      has(sql`partners`).as('partner'),
      has(sql`devices`).as('machine'),
      has(
        sql`second_factors where role = 'admin' and person_id = ${personId} and secret is not null`,
      ).as('secondFactor'),
      has(sql`checkups`).as('examination'),
    ])
    .executeTakeFirstOrThrow();
  const { facts, partner, machine, secondFactor, examination } = row;
  return {
    facts: facts === 1,
    partner: partner === 1,
    machine: machine === 1,
    secondFactor: secondFactor === 1,
    examination: examination === 1,
  };
}
