import type { Db, Tables } from '../../../platform/db/tables.ts';

type Channel = Tables['outbox']['channel'];

/** Messages that wait, when the oldest was created, and those that failed since an instant. */
export async function countMessages(db: Db, channel: Channel, failedSince: string) {
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('channel', '=', channel)
    .where('state', 'in', ['open', 'queued', 'finishing'])
    .executeTakeFirstOrThrow();
  const failed = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel', '=', channel)
    .where('state', '=', 'failed')
    .where('created_at', '>=', failedSince)
    .executeTakeFirstOrThrow();
  return {
    waiting: Number(waiting.count),
    oldest: waiting.oldest,
    failed: Number(failed.count),
  };
}

/** Bytes of the files of examinations since an instant. */
export async function sumNewBytes(db: Db, since: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('checkup_files')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
