import type { Today, TodayQueue } from '@deqiq/contract/desk/today.ts';
import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import { formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { listEntries } from './waiting.repo.ts';

/** Queues in the order in which the desk works through them, and the counter that is 0 while one is empty. */
const counterOf: Readonly<Record<TodayQueue, keyof Counters>> = {
  referrals: 'referrals',
  shipments: 'checkups',
  intake: 'intake',
  doubtful: 'checkups',
  reading: 'reading',
  partners: 'partners',
};

/** The first entries of the queues that are not empty. */
export async function listWaiting(db: Db, counters: Counters): Promise<Today['waiting']> {
  const queues = (Object.keys(counterOf) as TodayQueue[]).filter(
    (queue) => counters[counterOf[queue]] > 0,
  );
  const lists = await Promise.all(queues.map((queue) => presentQueue(db, queue)));
  return lists.filter(({ total }) => total > 0);
}

async function presentQueue(db: Db, queue: TodayQueue): Promise<Today['waiting'][number]> {
  const rows = await listEntries(db, queue);
  return {
    queue,
    total: Number(rows[0]?.total ?? 0),
    entries: rows.map((row) => ({
      _id: row.id,
      firstName: row.first_name,
      lastName: queue === 'intake' ? formatPersonName(row.last_name) : row.last_name,
      about: row.about,
      partner: row.partner_id,
      at: row.at,
    })),
  };
}
