import { MAX_TODAY_ENTRIES, type TodayQueue } from '@deqiq/contract/desk/today.ts';
import { type RawBuilder, sql } from 'kysely';
import { waitsForReport } from '../../../platform/db/tables/reports.ts';
import type { Db } from '../../../platform/db/tables.ts';

interface EntryRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly about: string;
  readonly partner_id: string | null;
  readonly at: string;
  /** Of the whole queue. */
  readonly total: number;
}

/** Partners have two names, of which one may be ''. */
const partnerName = sql`trim(partners.first_name || ' ' || partners.last_name)`;

const checkupEntry = sql`checkups.id, checkups.first_name, checkups.last_name, ${partnerName} as about,
  checkups.partner_id, checkups.created_at as at, count(*) over () as total`;

const pendingCheckups = sql`checkups join partners on partners.id = checkups.partner_id
  where checkups.status = 'pending'`;

/** The statement of each queue, in the order of its list or the longest waiting first. */
const queues: Readonly<Record<TodayQueue, RawBuilder<EntryRow>>> = {
  referrals: sql`select referrals.id, referrals.first_name, referrals.last_name, ${partnerName} as about,
      referrals.partner_id, referrals.created_at as at, count(*) over () as total
    from referrals join partners on partners.id = referrals.partner_id
    where referrals.status = 'sent'
    order by case referrals.urgency when 'urgent' then 0 when 'soon' then 1 else 2 end, referrals.seq`,
  shipments: sql`select ${checkupEntry} from ${pendingCheckups}
    and exists (select 1 from checkup_files where checkup_id = checkups.id and kind = 'file')
    and not exists (select 1 from checkup_files where checkup_id = checkups.id and kind = 'xray')
    and not exists (select 1 from referrals where referrals.checkup_id = checkups.id)
    order by checkups.seq`,
  intake: sql`select id, '' as first_name, patient_name as last_name, description as about,
      null as partner_id, last_arrival_at as at, count(*) over () as total
    from intake_studies where state = 'waiting' order by seq`,
  doubtful: sql`select ${checkupEntry} from ${pendingCheckups}
    and exists (
      select 1 from checkup_files where checkup_id = checkups.id and patient_check = 'different')
    order by checkups.seq`,
  reading: sql`select ${checkupEntry} from referrals
    join checkups on checkups.id = referrals.checkup_id
    join partners on partners.id = checkups.partner_id
    where ${waitsForReport}
    order by case referrals.urgency when 'urgent' then 0 when 'soon' then 1 else 2 end, checkups.seq`,
  partners: sql`select id, full_name as first_name, '' as last_name, clinic_name as about,
      null as partner_id, created_at as at, count(*) over () as total
    from partner_applications where status = 'new' order by seq`,
};

/** The first entries of a queue. */
export async function listEntries(db: Db, queue: TodayQueue): Promise<readonly EntryRow[]> {
  const { rows } =
    await sql<EntryRow>`${queues[queue]} limit ${sql.lit(MAX_TODAY_ENTRIES)}`.execute(db);
  return rows;
}
