import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newPartner } from '@deqiq/testkit/databases/rows.ts';
import * as partners from '../../features/people/partners/partners.repo.ts';
import { readContext } from './database-context.ts';

const SLIP = /root database handle was used inside a transaction/;

test('using the root handle inside a transaction throws at once, at any depth', async (t) => {
  const { db } = await openFreshDatabase(t);
  const deep = async () => {
    await turn();
    await partners.find(db, 'x');
  };
  await assert.rejects(db.transaction().execute(deep), SLIP);
  await assert.rejects(
    db.transaction().execute(() => db.transaction().execute(deep)),
    SLIP,
  );
  await assert.rejects(
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(() => partners.list(db, { page: 1, limit: 10, fullName: '' })),
    SLIP,
  );
  assert.throws(() => db.startTransaction(), /not guarded/);
  assert.throws(() => db.connection(), /not guarded/);
});

test('work that outlives a transaction may use the root handle afterwards', async (t) => {
  const { db } = await openFreshDatabase(t);
  let goOn = () => {};
  const over = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let later: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async () => {
    later = over.then(() => partners.find(db, 'x'));
  });
  goOn();
  assert.equal(await later, undefined);
});

test('what waits for the commit happens after it, and never after a rollback', async (t) => {
  const { db } = await openFreshDatabase(t);
  const { afterCommit } = readContext(db);
  const events: string[] = [];
  await db.transaction().execute(async (tx) => {
    readContext(tx).afterCommit(() => events.push('committed'));
    await partners.insert(tx, newPartner());
    events.push('written');
  });
  const rolledBack = db.transaction().execute(async () => {
    afterCommit(() => events.push('never'));
    throw new Error('no');
  });
  await assert.rejects(rolledBack, /no/);
  afterCommit(() => events.push('outside'));
  assert.deepEqual(events, ['written', 'committed', 'outside']);
});

test('a query of another caller waits for the transaction and never joins it', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const partner = newPartner();
  let rollBack = () => {};
  const wanted = new Promise<void>((resolve) => {
    rollBack = resolve;
  });
  const order: string[] = [];
  const transaction = db.transaction().execute(async (tx) => {
    await partners.insert(tx, partner);
    await wanted;
    order.push('rolled back');
    throw new Error('no');
  });
  await turn();
  const reading = partners.find(db, partner.id).then((found) => {
    order.push('read');
    return found;
  });
  for (let n = 0; n < 20; n++) await turn();
  rollBack();

  await assert.rejects(transaction, /no/);
  assert.equal(await reading, undefined);
  if (dialect === 'sqlite') assert.deepEqual(order, ['rolled back', 'read']);
});

test('concurrent transactions are all committed', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner({ balance_qepik: 0 });
  await partners.insert(db, partner);

  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction().execute(async (tx) => {
        await turn();
        await tx
          .updateTable('partners')
          .set((is) => ({ balance_qepik: is('balance_qepik', '+', 1) }))
          .where('id', '=', partner.id)
          .execute();
      }),
    ),
  );

  assert.equal((await partners.find(db, partner.id))?.balance_qepik, 20);
});

test('after a failed statement a transaction writes nothing, even if the error is caught', async (t) => {
  const { db } = await openFreshDatabase(t);
  const first = newPartner();
  const second = newPartner();
  const third = newPartner();
  await partners.insert(db, first);

  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await partners.insert(tx, second);
      await partners.insert(tx, { ...third, id: first.id }).catch(() => {});
    }),
  );

  assert.equal(await partners.find(db, second.id), undefined);
  await partners.insert(db, third);
});
