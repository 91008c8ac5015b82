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
  const steps = rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)/.test(detail));
  assert.deepEqual(steps.slice(0, 4), [
    ...['created_at', 'start_date', 'end_date'].map(
      (day) =>
        `SEARCH checkups USING COVERING INDEX checkups_pending_${day} (status=? AND ${day}>?)`,
    ),
    'SEARCH appointments USING INDEX appointments_starts_at (starts_at>?)',
  ]);
  assert.deepEqual(
    steps.filter((step) => step.startsWith('SCAN')),
    [],
  );
});
