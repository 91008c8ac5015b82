import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { sql } from 'kysely';
import { recent } from './worklist.repo.ts';

test('the worklist reads no examination that has been pending for longer', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('SQLite only');
  const query = recent(db, '2026-10-27').compile();
  const plan = sql.raw(`explain query plan ${query.sql}`).compile(db);
  const { rows } = await db.executeQuery<{ detail: string }>({
    ...plan,
    parameters: query.parameters,
  });
  const steps = rows.map(({ detail }) => detail).filter((detail) => detail.includes('checkups'));
  assert.deepEqual(
    steps,
    ['created_at', 'start_date', 'end_date'].map(
      (day) =>
        `SEARCH checkups USING COVERING INDEX checkups_pending_${day} (status=? AND ${day}>?)`,
    ),
  );
});
